// Distributed loads on elastic bodies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/following_load.hpp"
#include "pleuel/fem/load_field.hpp"
#include "pleuel/fem/mesh_generators.hpp"

namespace pleuel::fem {
namespace loads_test {

using Eigen::Vector3d;

constexpr ElasticMaterial steel{.modulus = 2e11, .poisson = 0.3, .density = 7800};

ElasticBody plate(CellType type) {
  return {box_mesh({.length = 0.8, .height = 0.3, .nx = 3, .ny = 2, .type = type}),
          PlaneSection{.material = steel, .thickness = 0.05}};
}
ElasticBody block(CellType type) {
  return {
      solid_box_mesh({.length = 0.8, .height = 0.3, .width = 0.2, .nx = 2, .ny = 1, .nz = 1, .type = type}),
      SolidSection{steel}};
}

/// Any displacements that are not small.
Vector bent(const ElasticBody& body) {
  Vector q(body.n_dofs());
  for (Eigen::Index k = 0; k < q.size(); ++k) q[k] = 0.05 * std::sin(1.7 * static_cast<double>(k) + 0.3);
  return q;
}

struct Result {
  FollowingLoad::Sums sums;
  Vector on_q;
};
Result of_unit(const FollowingLoad& load, const Vector& q) {
  Result result{{}, Vector::Zero(q.size())};
  FollowingLoad::Workspace work;
  const std::vector<double> f(static_cast<std::size_t>(load.n_points()), 1.0);
  result.sums = load.add(f, q, result.on_q, work);
  return result;
}

/// The volume of a body of tetrahedra or triangles that are displaced: quadrature points carry
/// det(I + ∂u/∂x) there, here by the divergence theorem, V = ⅓ ∫z·n dA (½ in the plane).
double volume(const ElasticBody& body, const Vector& q) {
  double sum = 0;
  for (const LoadPatch& patch : side_patches(body, "boundary")) {
    Vector some(static_cast<Eigen::Index>(patch.dofs.size()));
    for (std::size_t k = 0; k < patch.dofs.size(); ++k) some[static_cast<Eigen::Index>(k)] = q[patch.dofs[k]];
    for (std::size_t k = 0; k < patch.points.size(); ++k) {
      const SideNormal& n = patch.normals[k];
      const Vector3d z = patch.points[k].x + patch.points[k].Phi * some;
      const Vector3d area = n.weight * Vector3d(n.a + n.A * some).cross(Vector3d(n.b + n.B * some));
      sum += z.dot(area) / body.dimension();
    }
  }
  return sum;
}

class EverySolid : public ::testing::TestWithParam<CellType> {
 protected:
  ElasticBody body_ = dimension_of(GetParam()) == 2 ? plate(GetParam()) : block(GetParam());
  Vector q_ = bent(body_);
};

TEST_P(EverySolid, HasNoResultantOfAPressureOnItsWholeSurfaceHoweverItIsDeformed) {
  const Result of_pressure = of_unit(FollowingLoad(side_patches(body_, "boundary")), q_);
  // Of forces of 0.01 to 0.24 N per pressure of 1 N/m².
  EXPECT_LT(of_pressure.sums.F.norm(), 1e-14);
  EXPECT_LT(of_pressure.sums.moment.norm(), 1e-14);
  // The same from the forces at the nodes.
  for (int d = 0; d < body_.dimension(); ++d) {
    double sum = 0;
    for (int node = 0; node < body_.mesh().n_nodes(); ++node)
      sum += of_pressure.on_q[*body_.dof(node, static_cast<NodalDof>(d))];
    EXPECT_NEAR(sum, 0, 1e-14);
  }
}

// The volume is a polynomial in q of degree 2 or 3: central differences err by h² only.
TEST_P(EverySolid, DoesTheWorkOfPressureInAChangeOfVolume) {
  const Vector forces = of_unit(FollowingLoad(side_patches(body_, "boundary")), q_).on_q;
  const double h = 1e-4;
  for (int k = 0; k < body_.n_dofs(); k += 3) {
    Vector up = q_, down = q_;
    up[k] += h;
    down[k] -= h;
    const double by_volume = -(volume(body_, up) - volume(body_, down)) / (2 * h);
    EXPECT_NEAR(forces[k], by_volume, 1e-9) << k;
  }
  EXPECT_NEAR(volume(body_, Vector::Zero(q_.size())),
              body_.dimension() == 2 ? 0.8 * 0.3 * 0.05 : 0.8 * 0.3 * 0.2, 1e-15);
}

TEST_P(EverySolid, SumsFieldsOverItsVolume) {
  const int n = body_.dimension();
  const auto patches = volume_patches(body_);
  const LoadField field(patches, body_.n_dofs());
  // Quadratic fields: f x has degree 3, and the box has 0 ≤ x ≤ 0.8, 0 ≤ y ≤ 0.3.
  std::vector<double> f;
  for (int p = 0; p < field.n_points(); ++p) f.push_back(1 + 2 * field.point(p)[0]);
  LoadMoments moments;
  field.integrate(f, moments);
  const double area = n == 2 ? 0.3 * 0.05 : 0.3 * 0.2, L = 0.8;
  EXPECT_NEAR(moments.s, area * (L + L * L), 1e-15);
  EXPECT_NEAR(moments.m[0], area * (L * L / 2 + 2 * L * L * L / 3), 1e-15);
  EXPECT_NEAR(moments.m[1], 0.15 * moments.s, 1e-16);
  // Rigid motions see force and moment.
  for (int d = 0; d < n; ++d) EXPECT_NEAR(moments.B.col(d).dot(body_.translation(d)), moments.s, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Cells, EverySolid,
                         ::testing::Values(CellType::t3, CellType::t6, CellType::tet4, CellType::tet10),
                         [](const auto& cell) { return name_of(cell.param); });

TEST(SectionLoads, TurnWithTheSections) {
  const ElasticBody beam(beam_frame_mesh({.points = {{0, 0, 0}, {0.6, 0.1, 0.2}}, .elements = 3}),
                         SpatialBeamSection{.material = steel,
                                            .area = 1e-4,
                                            .inertia_y = 2e-9,
                                            .inertia_z = 3e-9,
                                            .torsion = 4e-9,
                                            .y = Vector3d(0, 1, 0)});
  const FollowingLoad load(axis_patches(beam, ""), 1);
  const Eigen::Matrix3d E = load.patches()[0].sections[0].E;
  const double length = std::sqrt(0.36 + 0.01 + 0.04);
  EXPECT_LT((of_unit(load, Vector::Zero(beam.n_dofs())).sums.F - length * E.col(1)).norm(), 1e-15);
  // A small rotation of the whole beam turns the force and moves it.
  const Vector3d theta(1e-3, -2e-3, 0.5e-3);
  Vector q = Vector::Zero(beam.n_dofs());
  for (int axis = 0; axis < 3; ++axis) q += theta[axis] * beam.rotation(axis);
  EXPECT_LT((of_unit(load, q).sums.F - length * (E.col(1) + theta.cross(E.col(1)))).norm(), 1e-15);
}

TEST(SectionLoads, TakeElementsByTheirNodes) {
  Mesh mesh = beam_mesh({.length = 1, .elements = 4});
  mesh.node_sets["half"] = {2, 3, 4};
  mesh.node_sets["ends"] = {0, 4};
  const ElasticBody beam(mesh, BeamSection{steel, 1e-4, 1e-9});
  EXPECT_EQ(axis_patches(beam, "half").size(), 2U);
  EXPECT_EQ(axis_patches(beam, "").size(), 4U);
  EXPECT_THROW((void)axis_patches(beam, "ends"), InvalidInput);
}

}  // namespace loads_test
}  // namespace pleuel::fem
