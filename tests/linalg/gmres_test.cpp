// GMRES and its preconditioners.
#include "pleuel/linalg/gmres.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "pleuel/linalg/incomplete_ldl.hpp"
#include "pleuel/linalg/linear_solvers.hpp"
#include "pleuel/linalg/sparse_system.hpp"

namespace pleuel {
namespace gmres_test {

template <class Scalar>
using DenseOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using ColumnOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <class Scalar>
struct GmresOf : ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(GmresOf, Scalars);

constexpr int kSize = 12;

template <class Scalar>
DenseOf<Scalar> well_conditioned() {
  std::srand(3);
  return DenseOf<Scalar>::Identity(kSize, kSize) * 4.0 + DenseOf<Scalar>::Random(kSize, kSize);
}

template <class Scalar>
auto product_with(const DenseOf<Scalar>& a) {
  return [&a](const Scalar* x, Scalar* y) {
    Eigen::Map<ColumnOf<Scalar>>(y, a.rows()).noalias() = a * Eigen::Map<const ColumnOf<Scalar>>(x, a.cols());
  };
}

TYPED_TEST(GmresOf, SolvesInAsManyIterationsAsUnknowns) {
  const auto a = well_conditioned<TypeParam>();
  const ColumnOf<TypeParam> b = ColumnOf<TypeParam>::Random(kSize);
  const auto nothing = [](const TypeParam* r, TypeParam* z) { std::copy_n(r, kSize, z); };
  ColumnOf<TypeParam> x(kSize);
  Gmres<TypeParam> gmres(kSize, kSize);
  const auto cycle = gmres.run(product_with(a), nothing, b.data(), 0, x.data());
  EXPECT_EQ(cycle.iterations, kSize);
  EXPECT_LT((b - a * x).norm(), 1e-13 * b.norm());
}

TYPED_TEST(GmresOf, MinimisesTheTrueResidualWhateverThePreconditioner) {
  const auto a = well_conditioned<TypeParam>();
  const ColumnOf<TypeParam> b = ColumnOf<TypeParam>::Random(kSize);
  const auto tenfold = [](const TypeParam* r, TypeParam* z) {
    for (int i = 0; i < kSize; ++i) z[i] = r[i] / (i % 2 == 0 ? 10.0 : 3.0);
  };
  ColumnOf<TypeParam> x(kSize);
  Gmres<TypeParam> gmres(kSize, 5);
  const auto cycle = gmres.run(product_with(a), tenfold, b.data(), 0, x.data());
  EXPECT_EQ(cycle.iterations, 5);
  EXPECT_NEAR(cycle.residual, (b - a * x).norm(), 1e-12) << "the recurrence knows the residual";
  EXPECT_LT(cycle.residual, b.norm());
}

TYPED_TEST(GmresOf, TakesOneIterationWithTheExactInverse) {
  const auto a = well_conditioned<TypeParam>();
  const DenseOf<TypeParam> inverse = a.inverse();
  const ColumnOf<TypeParam> b = ColumnOf<TypeParam>::Random(kSize);
  ColumnOf<TypeParam> x(kSize);
  Gmres<TypeParam> gmres(kSize, 5);
  const auto cycle = gmres.run(product_with(a), product_with(inverse), b.data(), 1e-10, x.data());
  EXPECT_EQ(cycle.iterations, 1);
}

/// The Laplacian of a grid, as a block without border.
FixedMatrix grid(int side) {
  std::vector<std::pair<int, int>> places;
  for (int i = 0; i < side * side; ++i) {
    places.emplace_back(i, i);
    if (i % side > 0) places.insert(places.end(), {{i, i - 1}, {i - 1, i}});
    if (i >= side) places.insert(places.end(), {{i, i - side}, {i - side, i}});
  }
  FixedMatrix a(side * side, side * side, places);
  for (int j = 0; j < a.cols; ++j)
    for (int k = a.start[j]; k < a.start[j + 1]; ++k) a.value[k] = a.row[k] == j ? 4 : -1;
  return a;
}

TEST(IncompleteLdl, IsExactUpToSinglePrecisionIfNothingIsDropped) {
  const FixedMatrix a = grid(9);
  const SparseStructure structure(a, SparseStructure::Block::whole);
  const BlockAnalysis& analysis = structure.block_analysis();
  IncompleteLdl<double> ldl(analysis, {.drop = 0, .fill = 100});
  ASSERT_TRUE(ldl.factor(a.value.data(), nullptr));
  Vector x = Vector::Random(a.rows), b(a.rows);
  b = a.dense() * x;
  Vector z(a.rows);
  for (int k = 0; k < a.rows; ++k) z[k] = b[analysis.block_index[analysis.tree.order[k]]];
  ldl.solve(0, a.rows, z.data());
  for (int k = 0; k < a.rows; ++k) EXPECT_NEAR(z[k], x[analysis.block_index[analysis.tree.order[k]]], 1e-5);
}

TEST(IncompleteLdl, KeepsTheFillThatItIsAllowed) {
  const FixedMatrix a = grid(40);
  const SparseStructure structure(a, SparseStructure::Block::whole);
  IncompleteLdl<double> little(structure.block_analysis(), {.drop = 0.1}),
      much(structure.block_analysis(), {.drop = 1e-4});
  ASSERT_TRUE(little.factor(a.value.data(), nullptr));
  ASSERT_TRUE(much.factor(a.value.data(), nullptr));
  EXPECT_LT(little.n_numbers(), much.n_numbers());
  // Six bytes per entry: a number of four and the distance to the row before.
  EXPECT_LT(much.n_numbers(), 6 * (3 * (a.n_entries() + a.rows) / 2 + 8 * a.rows) / 8);
}

/// A star: every row has an entry in that of the hub, for some too far away for the type of a
/// distance.
TEST(IncompleteLdl, BridgesLargeDistances) {
  constexpr int n = 66000;
  std::vector<std::pair<int, int>> places;
  for (int i = 0; i < n; ++i) {
    places.emplace_back(i, i);
    if (i > 0) places.insert(places.end(), {{i, 0}, {0, i}});
  }
  FixedMatrix a(n, n, places);
  for (int j = 0; j < n; ++j)
    for (int k = a.start[j]; k < a.start[j + 1]; ++k) a.value[k] = a.row[k] != j ? 1 : j == 0 ? 2.0 * n : 4;
  const SparseStructure structure(a, SparseStructure::Block::whole);
  const BlockAnalysis& analysis = structure.block_analysis();
  IncompleteLdl<double> ldl(analysis, {.drop = 0, .fill = 4});
  ASSERT_TRUE(ldl.factor(a.value.data(), nullptr));
  const auto index = [&](int k) { return analysis.block_index[analysis.tree.order[k]]; };
  // The solution is 1 everywhere.
  Vector z(n);
  for (int k = 0; k < n; ++k) z[k] = index(k) == 0 ? 3.0 * n - 1 : 5;
  ldl.solve(0, n, z.data());
  EXPECT_LE((z.array() - 1).abs().maxCoeff(), 1e-5);
}

TEST(IterativeSolvers, SayThatTheyDidNotConverge) {
  // A singular matrix without a column of zeros: constants are in its null space, not in its range.
  FixedMatrix a = grid(20);
  for (int j = 0; j < a.cols; ++j) {
    double sum = 0;
    int diagonal = 0;
    for (int k = a.start[j]; k < a.start[j + 1]; ++k)
      if (a.row[k] == j)
        diagonal = k;
      else
        sum += a.value[k];
    a.value[diagonal] = -sum;
  }
  const auto log = std::make_shared<LinearSolvers>("gmres");
  SparseSystem<double> system(std::make_shared<SparseStructure>(a, SparseStructure::Block::whole),
                              sparse_solver("gmres"), log);
  std::copy(a.value.begin(), a.value.end(), system.re());
  if (system.factor()) GTEST_SKIP() << "it is seen when it is factored";
  std::fill_n(system.b_re(), a.rows, 1.0);
  system.solve();
  EXPECT_FALSE(system.report().is_converged);
  EXPECT_TRUE(std::isnan(system.x_re()[0])) << "no wrong solution";
  ASSERT_EQ(log->remarks().size(), 1u);
  EXPECT_NE(log->remarks()[0].find("did not converge"), std::string::npos);
}

}  // namespace gmres_test
}  // namespace pleuel
