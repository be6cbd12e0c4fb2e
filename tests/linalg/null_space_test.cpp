// Null spaces, right inverses and the Cholesky factor of A Aᵀ.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/linalg/dense_cholesky.hpp"
#include "pleuel/linalg/null_space.hpp"

namespace pleuel::testing {
namespace null_space_test {

/// Rows that touch a band of columns, like joints of neighbouring bodies.
FixedMatrix banded(int m, int n, int width) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < m; ++i)
    for (int j = i; j < std::min(n, i + width); ++j) entries.emplace_back(i, j);
  FixedMatrix A(m, n, entries);
  for (int k = 0; k < A.n_entries(); ++k) A.value[k] = std::sin(1.0 + 2.3 * k) + 0.1;
  return A;
}

Matrix dense(const RowBlock& block) {
  Matrix result(block.rows(), block.cols());
  for (int i = 0; i < block.rows(); ++i)
    for (int j = 0; j < block.cols(); ++j) result(i, j) = block.row(i)[j];
  return result;
}

Matrix dense(const PaddedMatrix& m) {
  Matrix result(m.rows(), m.cols());
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) result(i, j) = m.column(j)[i];
  return result;
}

// A few hundred rounding errors of entries of size one, amplified by the condition of the pivots.
constexpr double rounding = 1e-11;

TEST(NullSpace, IsAnnihilatedAndTheRightInverseGivesBackTheRightHandSide) {
  for (const auto& [m, n] : {std::pair{1, 2}, {3, 3}, {5, 9}, {12, 14}, {20, 41}}) {
    const FixedMatrix A = banded(m, n, 7);
    NullSpace space(m, n);
    ASSERT_FALSE(space.factor(A));
    EXPECT_EQ(space.n_free(), n - m);
    const Matrix T = dense(space.T()), B = dense(space.basic());
    EXPECT_LE((A.dense() * B - Matrix::Identity(m, m)).cwiseAbs().maxCoeff(), rounding);
    if (n == m) continue;
    EXPECT_LE((A.dense() * T).cwiseAbs().maxCoeff(), rounding);
    for (int k = 0; k < n - m; ++k) {
      EXPECT_EQ(T(space.free()[k], k), 1.0);
      EXPECT_EQ(B.row(space.free()[k]).cwiseAbs().maxCoeff(), 0.0);
    }
  }
}

TEST(NullSpace, RightInverseOfMinimumNormIsOrthogonalToTheNullSpaceInTheMetric) {
  const int m = 6, n = 11;
  const FixedMatrix A = banded(m, n, 5), F = banded(n, n, 3);
  NullSpace space(m, n);
  ASSERT_FALSE(space.factor(A));
  RowBlock FT(n, n - m);
  PaddedMatrix FB(n, m), Y(n, m);
  FT.add_product(1.0, F, space.T());
  for (int j = 0; j < m; ++j) F.multiply_add(1.0, space.basic().column(j), FB.column(j));
  ASSERT_FALSE(space.minimize(FT, FB, Y));
  EXPECT_LE((A.dense() * dense(Y) - Matrix::Identity(m, m)).cwiseAbs().maxCoeff(), rounding);
  const Matrix product = (F.dense() * dense(space.T())).transpose() * F.dense() * dense(Y);
  EXPECT_LE(product.cwiseAbs().maxCoeff(), rounding * (1 + dense(FT).squaredNorm()));
}

TEST(NullSpace, NamesTheRowThatDependsOnEarlierOnesOrIsNotFinite) {
  FixedMatrix A = banded(4, 6, 6);
  for (int j = 0; j < 6; ++j) {
    const auto at = [&](int i) { return A.slot(i, j); };
    if (at(2) < 0 || at(1) < 0) continue;
    A.value[at(2)] = 3 * A.value[at(1)] - (at(0) >= 0 ? A.value[at(0)] : 0);
  }
  // Column 1 is missing in row 2 and column 0 in rows 1 and 2: let the others not use them.
  for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 1}}) A.value[A.slot(i, j)] = 0;
  NullSpace space(4, 6);
  auto zero = space.factor(A);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->column, 2);
  EXPECT_LE(zero->magnitude, 1e-15);
  A = banded(4, 6, 6);
  A.value[A.slot(3, 4)] = std::numeric_limits<double>::quiet_NaN();
  zero = space.factor(A);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->column, 3);
  EXPECT_TRUE(std::isnan(zero->magnitude));
}

TEST(DenseCholesky, SolvesWithTheProductOfAMatrixAndItsTranspose) {
  for (const int m : {1, 4, 7, 21}) {
    const FixedMatrix A = banded(m, m + 5, 6);
    DenseCholesky factor(m);
    ASSERT_TRUE(factor.factor(A));
    Vector b(m);
    for (int i = 0; i < m; ++i) b[i] = factor.b()[i] = std::cos(1.0 + i);
    factor.solve();
    const Vector x = Eigen::Map<const Vector>(factor.x(), m);
    const Matrix S = A.dense() * A.dense().transpose();
    EXPECT_LE((S * x - b).cwiseAbs().maxCoeff(), rounding * (1 + x.cwiseAbs().maxCoeff()));
  }
}

TEST(DenseCholesky, RefusesEqualRows) {
  FixedMatrix A(2, 2, {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  A.value = {1, 1, 2, 2};
  EXPECT_FALSE(DenseCholesky(2).factor(A));
}

}  // namespace null_space_test
}  // namespace pleuel::testing
