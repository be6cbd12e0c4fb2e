// Inelastic strains in plane bodies: forces, derivatives, energy, dissipation.
#include "pleuel/fem/inelastic_points.hpp"

#include <gtest/gtest.h>

#include <random>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/nodal_values.hpp"
#include "pleuel/fem/point_fields.hpp"
#include "pleuel/fem/surface_load.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel::fem {
namespace inelastic_points_test {

struct Bar {
  ElasticBody body;
  DofSelection frame;
  std::shared_ptr<const InelasticPoints> points;

  explicit Bar(PlaneState state, CellType type = CellType::t6)
      : body(box_mesh({.length = 0.02, .height = 0.01, .nx = 2, .ny = 1, .type = type}),
             PlaneSection{{150e9, 0.3, 7900}, 1e-3, state}),
        frame(supported_frame(body, {{"left", {NodalDof::x}}, {"bottom", {NodalDof::y}}})),
        points(std::make_shared<InelasticPoints>(
            body, frame,
            make_material(material_set("SS316-S-600C"), state == PlaneState::stress
                                                            ? material::StressState::plane_stress
                                                            : material::StressState::plane_strain))) {}

  int n() const { return frame.n_kept(); }
};

/// Displacements of some 0.2 % strain and inelastic strains of half of it: stresses at which the
/// material flows.
struct State {
  Vector q, x;
  explicit State(const Bar& bar, unsigned seed = 1) : q(bar.n()), x(bar.points->start()) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> one(-1, 1);
    for (auto& value : q) value = 1e-5 * one(random);
    const int n_x = bar.points->material().n_states();
    for (Eigen::Index k = 0; k < x.size(); ++k) x[k] += (k % n_x < 3 ? 1e-3 : 0.02) * one(random);
  }
};

class InelasticPointsIn : public ::testing::TestWithParam<PlaneState> {};

TEST_P(InelasticPointsIn, ForcesAreThoseOfTheStresses) {
  const Bar bar(GetParam());
  const State at(bar);
  Vector force = Vector::Zero(bar.n());
  bar.frame.restrict(bar.body.stiffness()).multiply_add(1, at.q.data(), force.data());
  bar.points->coupling().multiply_add(-1, at.x.data(), force.data());
  // The energy's gradient by differences; it is quadratic, so central differences are exact but for
  // rounding.
  InelasticPoints::Workspace work(*bar.points);
  const FixedMatrix K = bar.frame.restrict(bar.body.stiffness());
  const auto energy = [&](const Vector& q) {
    Vector Kq = Vector::Zero(q.size());
    K.multiply_add(1, q.data(), Kq.data());
    return 0.5 * q.dot(Kq) + bar.points->energy(q, at.x, work);
  };
  const double step = 1e-5;
  for (int k = 0; k < bar.n(); ++k) {
    Vector up = at.q, down = at.q;
    up[k] += step;
    down[k] -= step;
    EXPECT_NEAR(force[k], (energy(up) - energy(down)) / (2 * step), 1e-9 * force.norm()) << k;
  }
}

TEST_P(InelasticPointsIn, DerivativesOfTheRatesAreExact) {
  const Bar bar(GetParam());
  const State at(bar);
  InelasticPoints::Workspace work(*bar.points);
  const int n_x = bar.points->material().n_states(), n_s = bar.points->n_states();
  const int n_active = bar.points->material().n_active();
  std::vector<std::pair<int, int>> columns;  // point and unknown of each
  bar.points->for_each_dof([&](int point, int dof, int) { columns.emplace_back(point, dof); });
  Vector by_x(bar.points->n_points() * n_x * n_active), by_q(static_cast<Eigen::Index>(columns.size()) * n_x);
  bar.points->derivatives(at.q, at.x, by_x.data(), by_q.data(), work);
  Vector up(n_s), down(n_s);
  const auto difference = [&](Vector State::*part, Eigen::Index k, double step) {
    State moved = at;
    (moved.*part)[k] += step;
    bar.points->rates(moved.q, moved.x, up, work);
    (moved.*part)[k] -= 2 * step;
    bar.points->rates(moved.q, moved.x, down, work);
    return Vector((up - down) / (2 * step));
  };
  // Differences of steps that change stresses by 1e-5 of themselves err by some 1e-9 of the largest
  // derivative of the point.
  for (int k = 0; k < bar.n(); ++k) {
    const Vector wanted = difference(&State::q, k, 1e-10);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].second != k) continue;
      const auto column = by_q.segment(static_cast<Eigen::Index>(c) * n_x, n_x);
      const auto expected = wanted.segment(columns[c].first * n_x, n_x);
      EXPECT_LT((column - expected).norm(), 2e-6 * (1e-6 + expected.norm())) << k;
    }
  }
  for (int k = 0; k < n_s; ++k) {
    const int point = k / n_x;
    const Vector wanted = difference(&State::x, k, 1e-8);
    const auto expected = wanted.segment(point * n_x, n_x);
    const int state = k % n_x;
    if (state >= n_active) {
      EXPECT_EQ(expected.norm(), 0) << k;
      continue;
    }
    const Eigen::Index number = static_cast<Eigen::Index>(point) * n_active + state;
    EXPECT_LT((by_x.segment(number * n_x, n_x) - expected).norm(), 2e-6 * (1e-6 + expected.norm())) << k;
  }
}

TEST_P(InelasticPointsIn, FlowTurnsWorkIntoHeat) {
  const Bar bar(GetParam());
  InelasticPoints::Workspace work(*bar.points);
  for (unsigned seed = 1; seed < 20; ++seed) {
    const State at(bar, seed);
    EXPECT_GT(bar.points->dissipated(at.q, at.x, work), 0) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Plane, InelasticPointsIn, ::testing::Values(PlaneState::stress, PlaneState::strain),
                         [](const auto& at) { return at.param == PlaneState::stress ? "Stress" : "Strain"; });

TEST(InelasticPoints, RefuseBeamsAndMaterialsOfOtherBodies) {
  const Bar bar(PlaneState::stress);
  const auto strain = make_material(material_set("SS316-S-600C"), material::StressState::plane_strain);
  EXPECT_THROW(InelasticPoints(bar.body, bar.frame, strain), InvalidInput);
  const auto stiffer = make_material(with_settings(material_set("SS316-S-600C"), {{"E", "160 GPa"}}),
                                     material::StressState::plane_stress);
  EXPECT_THROW(InelasticPoints(bar.body, bar.frame, stiffer), InvalidInput);
  const ElasticBody beam(beam_mesh({.length = 1, .elements = 2}),
                         BeamSection{.material = {150e9, 0.3, 7900}, .area = 1e-4, .inertia = 1e-8});
  const auto law = make_material(material_set("SS316-S-600C"), material::StressState::plane_stress);
  EXPECT_THROW(InelasticPoints(beam, tangent_frame(beam, "start"), law), InvalidInput);
}

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

TEST(SurfaceLoad, IsTheIntegralOfItsTractionAndItsMomentMovesWithTheNodes) {
  const Bar bar(PlaneState::stress);
  const Eigen::Vector3d tau(2e6, 3e6, 0);
  const SurfaceLoad load(bar.body, bar.frame, "right", tau);
  const double area = 0.01 * 1e-3;
  EXPECT_NEAR(load.R[0], tau[0] * area, 1e-9);
  EXPECT_NEAR(load.R[1], tau[1] * area, 1e-9);
  // x × τ at the edge's middle
  EXPECT_NEAR(load.T[2], area * (0.02 * tau[1] - 0.005 * tau[0]), 1e-10);
  // A displacement that the elements hold, u = (a x, b y): ∫u × τ = area (a 0.02 τ2 − b 0.005 τ1).
  const double a = 1e-3, b = -4e-4;
  Vector q(bar.n());
  for (int k = 0; k < bar.n(); ++k) {
    const int dof = bar.frame.kept()[k];
    const Eigen::Vector2d at = bar.body.mesh().point(dof / 2);
    q[k] = dof % 2 == 0 ? a * at[0] : b * at[1];
  }
  EXPECT_NEAR(load.c.col(2).dot(q), area * (a * 0.02 * tau[1] - b * 0.005 * tau[0]), 1e-13);
  EXPECT_NEAR(load.b.dot(q), area * (a * 0.02 * tau[0] + b * 0.005 * tau[1]), 1e-13);
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

}  // namespace inelastic_points_test
}  // namespace pleuel::fem
