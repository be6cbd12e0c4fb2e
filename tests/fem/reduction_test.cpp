// Shapes of reduced bodies: constraint, attachment and fixed-interface modes, and rigid sets.
#include <gtest/gtest.h>

#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/basis.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/rigid_set.hpp"

namespace pleuel::fem {
namespace reduction_test {

/// Columns with one unit entry each.
FixedMatrix unit_columns(int n, const std::vector<int>& dofs) {
  std::vector<std::pair<int, int>> entries;
  for (std::size_t k = 0; k < dofs.size(); ++k) entries.emplace_back(dofs[k], static_cast<int>(k));
  FixedMatrix columns(n, static_cast<int>(dofs.size()), entries);
  std::ranges::fill(columns.value, 1.0);
  return columns;
}

/// A steel rod of ten beams, clamped at the left; its interface is the right end.
struct Rod {
  ElasticBody body{beam_mesh({.length = 0.3, .elements = 10}), rod_beam()};
  DofSelection frame = tangent_frame(body, "start");
  FixedMatrix K = frame.restrict(body.stiffness()), M = frame.restrict(body.mass());
  std::vector<int> end;

  Rod() {
    const int node = body.mesh().only_node("end");
    for (const NodalDof which : body.nodal_dofs()) end.push_back(frame.place(*body.dof(node, which)));
  }
  FixedMatrix interface() const { return unit_columns(K.rows, end); }
};

TEST(FixedInterfaceModes, AreTheModesOfABodyWhoseInterfaceIsFixed) {
  const Rod rod;
  StaticResponse held(rod.K);
  held.require(rod.interface());
  const NormalModes modes = normal_modes(held, rod.M, 5);
  const DofSelection inner(rod.K.rows, rod.end);
  const Vector expected = dense_frequencies(inner.restrict(rod.K), inner.restrict(rod.M));
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(modes.omega[k], expected[k], 1e-9 * expected[k]) << k;
  for (const int dof : rod.end) EXPECT_LT(modes.shapes.row(dof).norm(), 1e-9 * modes.shapes.norm());
}

TEST(ConstraintModes, HaveUnitMotionsOfTheInterfaceAndNoForcesElsewhere) {
  const Rod rod;
  const Basis basis = make_basis(StaticResponse(rod.K), rod.M, {.interfaces = rod.interface()});
  ASSERT_EQ(basis.V.cols(), 3);
  for (int j = 0; j < 3; ++j) {
    EXPECT_EQ(basis.kinds[j], ShapeKind::constraint);
    Vector force = times(rod.K, basis.V.col(j));
    const double size = force.norm();
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(basis.V(rod.end[i], j), i == j ? 1 : 0, 1e-9);
      force[rod.end[i]] = 0;
    }
    EXPECT_LT(force.norm(), 1e-9 * size) << j;
  }
}

/// By the minimum principle reduced frequencies are bounds from above, and more shapes improve
/// them.
TEST(CraigBampton, BoundsFrequenciesFromAboveAndConverges) {
  const Rod rod;
  const Vector exact = dense_frequencies(rod.K, rod.M);
  const ShapeIntegrals<2> integrals = shape_integrals(rod.body).restricted(rod.frame);
  Vector before = Vector::Constant(3, 1e300);
  for (const int n : {0, 1, 2, 4, 8, 16}) {
    const Basis basis =
        make_basis(StaticResponse(rod.K), rod.M, {.n_modes = n, .interfaces = rod.interface()});
    const ReducedBody<2> small(integrals, rod.K, basis.V);
    const Vector omega = dense_frequencies(full_matrix(small.stiffness), small.integrals.M);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(omega[k], exact[k] * (1 - 1e-9)) << n;
      EXPECT_LE(omega[k], before[k] * (1 + 1e-9)) << n;
      before[k] = omega[k];
    }
    // Loads at the interface have their exact static response.
    const Vector error = truncation_error(rod.K, StaticResponse(rod.K), basis.V, rod.interface().dense());
    EXPECT_LT(error.maxCoeff(), 1e-6) << n;
    EXPECT_GT(basis.first_omitted, 0);
  }
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(before[k], exact[k], 1e-3 * exact[k]) << k;
}

TEST(CraigBampton, OfAFreeBodyInMeanAxesHasItsElasticFrequencies) {
  const ElasticBody body(beam_mesh({.length = 0.3, .elements = 10}), rod_beam());
  const MeanAxes mean(body);
  std::vector<int> ends;
  for (const char* set : {"start", "end"})
    for (const NodalDof which : body.nodal_dofs())
      ends.push_back(*body.dof(body.mesh().only_node(set), which));
  const Basis basis = make_basis(StaticResponse(body.stiffness(), &mean), body.mass(),
                                 {.n_modes = 12, .interfaces = unit_columns(body.n_dofs(), ends)});
  const ReducedBody<2> small(shape_integrals(body), body.stiffness(), basis.V);
  const Vector omega = dense_frequencies(full_matrix(small.stiffness), small.integrals.M);
  const Vector exact = dense_frequencies(body.stiffness(), body.mass());
  // The first three of the free body are rigid motions, which mean axes do not have.
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(omega[k], exact[3 + k], 1e-3 * exact[3 + k]) << k;
}

TEST(AttachmentModes, GiveTheStaticResponseToTheirLoads) {
  const Rod rod;
  const FixedMatrix load = unit_columns(rod.K.rows, {rod.end[0], rod.end[1]});
  const Basis basis = make_basis(StaticResponse(rod.K), rod.M, {.n_modes = 2, .loads = load});
  ASSERT_EQ(basis.V.cols(), 4);
  EXPECT_EQ(basis.kinds.back(), ShapeKind::normal);
  const Vector error = truncation_error(rod.K, StaticResponse(rod.K), basis.V, load.dense());
  EXPECT_LT(error.maxCoeff(), 1e-6);
}

TEST(StaticResponse, RefusesConditionsThatDependOnEachOther) {
  const Rod rod;
  StaticResponse response(rod.K);
  EXPECT_THROW(response.require(unit_columns(rod.K.rows, {4, 4})), InvalidInput);
  response.require(unit_columns(rod.K.rows, {4}));
  EXPECT_THROW(response.require(unit_columns(rod.K.rows, {4})), InvalidInput);
}

TEST(RigidSet, AllowsRigidMotionsOnlyAndCountsItsConditions) {
  const ElasticBody sheet(rod_mesh(6, 1), rod_section());
  const ElasticBody bar(solid_box_mesh({.length = 3, .height = 1, .width = 1, .nx = 2, .ny = 1, .nz = 1}),
                        SolidSection{steel()});
  const ElasticBody beam(beam_mesh({.length = 0.3, .elements = 4}), rod_beam());
  for (const ElasticBody* body : {&sheet, &bar, &beam}) {
    const DofSelection all(body->n_dofs(), {});
    const auto& nodes = body->is_beam() ? std::vector<int>{0, 1} : body->mesh().node_set("right");
    const LinearConditions set = rigid_set(*body, all, nodes, "r");
    const int n = static_cast<int>(nodes.size() * body->nodal_dofs().size());
    EXPECT_EQ(set.size(), n - (body->dimension() == 2 ? 3 : 6));
    const Matrix motions = body->rigid_motions();
    for (Eigen::Index k = 0; k < motions.cols(); ++k) {
      Vector violation = Vector::Zero(set.size());
      set.C_transposed.multiply_transposed_add(1, motions.col(k).data(), violation.data());
      EXPECT_LT(violation.norm(), 1e-12 * motions.col(k).norm()) << k;
    }
    // The conditions are independent.
    EXPECT_EQ(rank_of(set.C_transposed.dense()), set.size());
  }
}

TEST(RigidSet, OfAPartlyFixedSetKeepsTheMotionsThatAreLeft) {
  const ElasticBody bar(solid_box_mesh({.length = 3, .height = 1, .width = 1, .nx = 2, .ny = 1, .nz = 1}),
                        SolidSection{steel()});
  const auto& nodes = bar.mesh().node_set("right");
  // One node is pinned: three rotations about it remain.
  const DofSelection pinned(bar.n_dofs(), {*bar.dof(nodes[0], NodalDof::x), *bar.dof(nodes[0], NodalDof::y),
                                           *bar.dof(nodes[0], NodalDof::z)});
  EXPECT_EQ(rigid_set(bar, pinned, nodes, "r").size(), 3 * static_cast<int>(nodes.size()) - 6);
  std::vector<int> fixed;
  for (const int node : nodes)
    for (const NodalDof which : bar.nodal_dofs()) fixed.push_back(*bar.dof(node, which));
  EXPECT_EQ(rigid_set(bar, DofSelection(bar.n_dofs(), fixed), nodes, "r").size(), 0);
}

/// Modes of a body with a rigid set are the limit of a stiff connection, K + s CᵀC, from which they
/// differ by O(1/s).
TEST(RigidSet, IsTheLimitOfAStiffConnection) {
  const ElasticBody sheet(rod_mesh(6, 1), rod_section());
  const DofSelection frame = tangent_frame(sheet, "left");
  const FixedMatrix K = frame.restrict(sheet.stiffness()), M = frame.restrict(sheet.mass());
  const LinearConditions set = rigid_set(sheet, frame, sheet.mesh().node_set("right"), "r");
  ASSERT_GT(set.size(), 0);
  StaticResponse response(K);
  response.require(set.C_transposed);
  const NormalModes modes = normal_modes(response, M, 4);
  const Matrix C = set.C_transposed.dense();
  const double s = 1e4 * K.dense().diagonal().maxCoeff();
  const Vector stiff =
      symmetric_eigenvalues(Matrix(K.dense() + s * C * C.transpose()), M.dense()).cwiseSqrt();
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(modes.omega[k], stiff[k], 1e-4 * stiff[k]) << k;
}

}  // namespace reduction_test
}  // namespace pleuel::fem
