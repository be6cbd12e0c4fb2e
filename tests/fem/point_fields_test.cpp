// Stresses and inelastic strains as fields of points, and loads of bodies.
#include "pleuel/fem/point_fields.hpp"

#include <gtest/gtest.h>

#include "fem/inelastic_bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/inelastic_section_forces.hpp"
#include "pleuel/fem/nodal_values.hpp"

namespace pleuel::fem {
namespace point_fields_test {

/// A sheet in plane stress.
struct Bar {
  ElasticBody body;
  DofSelection frame;
  std::shared_ptr<const InelasticPoints> points;

  explicit Bar(PlaneState state)
      : body(box_mesh({.length = 0.02, .height = 0.01, .nx = 2, .ny = 1}),
             PlaneSection{{150e9, 0.3, 7900}, 1e-3, state}),
        frame(supported_frame(body, {{"left", {NodalDof::x}}, {"bottom", {NodalDof::y}}})),
        points(std::make_shared<InelasticPoints>(
            body, frame, make_material(material_set("SS316-S-600C"), material::StressState::plane_stress))) {}

  int n() const { return frame.n_kept(); }
};

TEST(PointFields, OfUniaxialStressAreThoseOfTheFormulas) {
  const Bar bar(PlaneState::stress);
  const PointFields fields(bar.points);
  Vector q(bar.n()), x = bar.points->start();
  for (int k = 0; k < bar.n(); ++k) {
    const int dof = bar.frame.kept()[k];
    const Eigen::Vector2d at = bar.body.mesh().point(dof / 2);
    q[k] = dof % 2 == 0 ? 1e-3 * at[0] : -3e-4 * at[1];  // σ11 = E 1e-3
  }
  const Matrix values = fields.values(q, x);
  EXPECT_EQ(fields.fields()[3].name, "von_mises");
  for (int p = 0; p < bar.points->n_points(); ++p) {
    EXPECT_NEAR(values(0, p), 150e6, 1e-6);
    EXPECT_NEAR(values(3, p), 150e6, 1e-6);
    EXPECT_EQ(values(4, p), 0);
  }
  // ε^p of tension without change of volume: equivalent strain is that along the bar.
  for (int p = 0; p < bar.points->n_points(); ++p) {
    const int first = p * bar.points->material().n_states();
    x[first] = 0.01;
    x[first + 1] = -0.005;
  }
  EXPECT_NEAR(fields.values(q, x)(4, 0), 0.01, 1e-16);
  EXPECT_NEAR(fields.nodal_values(bar.body.mesh(), q, x)(4, 3), 0.01, 1e-15);
}

TEST(PointFields, InSpaceAreThoseOfTheFormulas) {
  for (const BodyKind kind : {BodyKind::tet4, BodyKind::tet10}) {
    const InelasticBody bar(kind);
    const PointFields fields(bar.points);
    const char* const names[] = {"stress11", "stress22", "stress33",  "stress12",
                                 "stress13", "stress23", "von_mises", "equivalent_inelastic_strain"};
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(fields.fields()[k].name, names[k]);
    // u = G x with all strains; only elements away from the left end, which the frame holds, have
    // it.
    Eigen::Matrix3d G;
    G << 1e-3, 4e-4, -3e-4, 2e-4, -5e-4, 6e-4, 1e-4, -2e-4, 7e-4;
    Vector q(bar.n()), x = bar.points->start();
    for (int k = 0; k < bar.n(); ++k) {
      const int dof = bar.frame.kept()[k];
      q[k] = G.row(dof % 3).dot(bar.body.mesh().nodes[dof / 3]);
    }
    const Eigen::Matrix3d e = 0.5 * (G + G.transpose());
    const double mu = 150e9 / 2.6, lambda = 150e9 * 0.3 / (1.3 * 0.4);
    const Eigen::Matrix3d s = lambda * e.trace() * Eigen::Matrix3d::Identity() + 2 * mu * e;
    const Eigen::Matrix3d d = s - s.trace() / 3 * Eigen::Matrix3d::Identity();
    const double wanted[] = {s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(0, 2), s(1, 2), std::sqrt(1.5) * d.norm()};
    const int last = bar.points->n_points() - 1;
    const Matrix values = fields.values(q, x);
    for (int k = 0; k < 7; ++k) EXPECT_NEAR(values(k, last), wanted[k], 1e-9 * wanted[6]) << k;
    const auto& right = bar.body.mesh().node_set("right");
    const Matrix nodal = fields.nodal_values(bar.body.mesh(), q, x);
    for (const int node : right)
      for (int k = 0; k < 7; ++k) EXPECT_NEAR(nodal(k, node), wanted[k], 1e-9 * wanted[6]) << k;
  }
}

TEST(PointFields, OfFibresAreTheirStressesAndAtNodesTheLargestOfASection) {
  const InelasticBody bar(BodyKind::spatial_beam);
  const PointFields fields(bar.points);
  const InelasticState at(bar);
  const Matrix values = fields.values(at.q, at.x);
  EXPECT_EQ(fields.fields()[0].name, "stress11");
  EXPECT_EQ(fields.fields()[1].name, "von_mises");
  const int n = bar.points->fibres()->n_fibres();
  const Matrix stress = bar.points->stress(at.q, at.x);
  for (int p = 0; p < bar.points->n_points(); ++p) {
    EXPECT_EQ(values(0, p), stress(0, p));
    EXPECT_NEAR(values(1, p), std::abs(stress(0, p)), 1e-6);
  }
  const Matrix nodal = fields.nodal_values(bar.body.mesh(), at.q, at.x);
  // The middle node has the second section of the first element and the first of the second.
  const double left = values.row(1).segment(n, n).maxCoeff(),
               right = values.row(1).segment(2 * n, n).maxCoeff();
  EXPECT_NEAR(nodal(1, 1), 0.5 * (left + right), 1e-6);
}

TEST(InelasticSectionForces, AreThoseOfTheFibres) {
  for (const BodyKind kind :
       {BodyKind::beam, BodyKind::thick_beam, BodyKind::stiff_beam, BodyKind::spatial_beam}) {
    const InelasticBody bar(kind);
    const InelasticState at(bar);
    const FibreStrains& fibres = *bar.points->fibres();
    const bool is_spatial = bar.body.is_spatial_beam(), has_force = kind != BodyKind::stiff_beam;
    const Matrix stress = bar.points->stress(at.q, at.x);
    const Matrix forces = inelastic_section_forces(bar.body, *bar.points, bar.frame.extend(at.q), at.x);
    const Eigen::Index last = forces.rows() - 1;
    for (int e = 0; e < 2; ++e) {
      double N = 0;
      std::array<double, 2> My = {}, Mz = {};
      for (int section = 0; section < 2; ++section)
        for (int k = 0; k < fibres.n_fibres(); ++k) {
          const int p = (2 * e + section) * fibres.n_fibres() + k;
          const double part = fibres.fibre(p).area * stress(0, p);
          N += 0.5 * part;
          My[section] += fibres.fibre(p).z * part;
          Mz[section] -= fibres.fibre(p).y * part;
        }
      const double scale = 1e-11 * 200e6 * 12e-6, lever = 0.002;
      const auto of_element = forces.middleCols<4>(4 * e);
      const double length = 0.01, between = length / std::sqrt(3.0);
      for (int place = 0; place < 4; ++place) {
        if (has_force) {
          EXPECT_NEAR(of_element(0, place), N, scale);
        }
        const Eigen::Index shear = is_spatial ? last - 4 : last - 1;
        EXPECT_NEAR(of_element(shear, place), -(Mz[1] - Mz[0]) / between, scale * lever / between);
        if (is_spatial) {
          EXPECT_NEAR(of_element(last - 3, place), (My[1] - My[0]) / between, scale * lever / between);
        }
      }
      for (int section = 0; section < 2; ++section) {
        EXPECT_NEAR(of_element(last, 1 + section), Mz[section], scale * lever);
        if (is_spatial) {
          EXPECT_NEAR(of_element(last - 1, 1 + section), My[section], scale * lever);
        }
      }
      // Moments are linear along the element.
      EXPECT_NEAR(of_element(last, 3) - of_element(last, 0), std::sqrt(3.0) * (Mz[1] - Mz[0]), scale * lever);
    }
  }
}

TEST(PointFields, AtNodesAreFormedFromTheComponentsThere) {
  const Bar bar(PlaneState::stress);
  const PointFields fields(bar.points);
  const Vector q = Vector::Zero(bar.n());
  Vector x = bar.points->start();
  const int n_x = bar.points->material().n_states(), p = bar.points->material().accumulated_strain();
  // One point of each element has flowed: extrapolation to the far nodes changes the sign.
  for (int k = 0; k < bar.points->n_points(); k += 3) {
    x[k * n_x] = x[k * n_x + p] = 0.01;
    x[k * n_x + 1] = -0.005;
  }
  const Mesh& mesh = bar.body.mesh();
  const Matrix carried = nodal_values(mesh, fields.values(q, x)), formed = fields.nodal_values(mesh, q, x);
  const int mises = 3, strain = 4, accumulated = 5 + p;
  EXPECT_EQ(fields.fields()[accumulated].name, "plastic_strain");
  for (const int row : {mises, strain, accumulated}) {
    EXPECT_LT(carried.row(row).minCoeff(), 0) << row;  // what extrapolating the field itself gives
    EXPECT_GE(formed.row(row).minCoeff(), 0) << row;
  }
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    const Eigen::Vector3d s = formed.col(i).head<3>(), w = formed.col(i).segment<3>(5);
    EXPECT_NEAR(s[0], carried(0, i), 1);  // components are carried
    EXPECT_NEAR(formed(mises, i), std::sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]), 1);
    const double square = w[0] * w[0] + w[1] * w[1] + std::pow(w[0] + w[1], 2) + w[2] * w[2] / 2;
    EXPECT_NEAR(formed(strain, i), std::sqrt(2.0 / 3 * square), 1e-15);
  }
}

TEST(DogBone, HasTheBoltsNodesAndWidths) {
  const Mesh mesh = dog_bone_mesh({.length = 40,
                                   .gauge_length = 20,
                                   .gauge_width = 5,
                                   .head_width = 10,
                                   .fillet_radius = 10,
                                   .gauge_cells = 4,
                                   .fillet_cells = 2,
                                   .head_cells = 2,
                                   .rows = 2});
  EXPECT_EQ(mesh.n_nodes(), 85);
  EXPECT_EQ(mesh.n_elements(), 32);
  const double fillet_end = 20 + 5 * std::sqrt(3.0);
  const int node = mesh.nearest_node({(20 + fillet_end) / 2, 6, 0});
  const double x = mesh.point(node)[0] - 20;
  EXPECT_NEAR(mesh.point(node)[1], 15 - std::sqrt(100 - x * x), 1e-13);
  EXPECT_NEAR(mesh.point(mesh.nearest_node({fillet_end, 10, 0}))[0], fillet_end, 1e-13);
  EXPECT_THROW(
      dog_bone_mesh(
          {.length = 20, .gauge_length = 20, .gauge_width = 5, .head_width = 10, .fillet_radius = 4}),
      InvalidInput);
}

}  // namespace point_fields_test
}  // namespace pleuel::fem
