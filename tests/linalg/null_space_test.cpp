// Null spaces, right inverses and the Cholesky factor of A Aᵀ.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/linalg/gram_factor.hpp"
#include "pleuel/linalg/null_space.hpp"
#include "pleuel/linalg/product.hpp"

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

/// max |S x − b| for S = A Aᵀ, and for two right-hand sides at once.
template <class Factor>
void expect_solves_with_gram(const Factor& factor, const FixedMatrix& A) {
  const int m = A.rows;
  const Matrix S = A.dense() * A.dense().transpose();
  std::vector<double> x(padded(m)), y(padded(m)), work(padded(m)), work_2(padded(m));
  Vector b(m), c(m);
  for (int i = 0; i < m; ++i) {
    b[i] = x[i] = std::cos(1.0 + i);
    c[i] = y[i] = std::sin(2.0 + i);
  }
  factor.solve(x.data(), work.data());
  Vector solution = Eigen::Map<const Vector>(x.data(), m);
  EXPECT_LE((S * solution - b).cwiseAbs().maxCoeff(), rounding * (1 + solution.cwiseAbs().maxCoeff())) << m;
  std::copy_n(b.data(), m, x.data());
  factor.solve(Split{x.data(), y.data()}, Split{work.data(), work_2.data()});
  // Contraction to fused operations may round differently from one right-hand side.
  solution = Eigen::Map<const Vector>(x.data(), m);
  EXPECT_LE((S * solution - b).cwiseAbs().maxCoeff(), rounding * (1 + solution.cwiseAbs().maxCoeff())) << m;
  solution = Eigen::Map<const Vector>(y.data(), m);
  EXPECT_LE((S * solution - c).cwiseAbs().maxCoeff(), rounding * (1 + solution.cwiseAbs().maxCoeff())) << m;
}

TEST(GramFactor, SolvesWithTheProductOfAMatrixAndItsTransposeDenseAndSparse) {
  for (const int m : {1, 4, 7, 21, 60}) {
    FixedMatrix A = banded(m, m + 5, 6);
    GramFactor factor(A);
    for (const double scale : {1.0, 3.0}) {
      for (double& x : A.value) x *= scale;
      ASSERT_FALSE(factor.factor(A));
      expect_solves_with_gram(factor, A);
    }
  }
}

TEST(SparseCholesky, SolvesInAnyOrderOfElimination) {
  // An arrow: every row touches the last column, so that the product is full without an order.
  FixedMatrix A(12, 13, [] {
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < 12; ++i) {
      entries.emplace_back(i, i);
      if (i % 3 == 0) entries.emplace_back(i, 12);
      if (i > 0) entries.emplace_back(i - 1, i);
    }
    return entries;
  }());
  for (int k = 0; k < A.n_entries(); ++k) A.value[k] = 1.5 + std::sin(1.0 + 2.3 * k);
  SparseCholesky factor(A, product_pattern(A, A.transposed()));
  ASSERT_FALSE(factor.factor(A));
  expect_solves_with_gram(factor, A);
}

TEST(GramFactor, NamesTheRowThatDependsOnOthers) {
  FixedMatrix A(2, 2, {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  A.value = {1, 1, 2, 2};
  ASSERT_TRUE(DenseCholesky(2).factor(A));
  EXPECT_EQ(DenseCholesky(2).factor(A)->column, 1);
  // Of two equal rows either one may be named.
  const auto zero = SparseCholesky(A, product_pattern(A, A.transposed())).factor(A);
  ASSERT_TRUE(zero);
  EXPECT_LE(std::abs(zero->magnitude), 1e-15);
}

}  // namespace null_space_test
}  // namespace pleuel::testing
