// [ϑM + N, Bᵀ; G 0]: where entries go, and factors that are kept.
#include "pleuel/mechanics/saddle_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/entries.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::testing {
namespace saddle_matrix_test {

/// A tridiagonal M of n rows and a constraint for every third, each on two neighbours: dense for
/// few, sparse for many.
struct Blocks {
  FixedMatrix M, B, G;

  explicit Blocks(int n) {
    Entries mass, rows;
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) mass.emplace_back(i, j);
    for (int i = 0; i < n / 3; ++i) {
      rows.emplace_back(i, 3 * i);
      rows.emplace_back(i, 3 * i + 1);
    }
    M = FixedMatrix(n, n, mass);
    B = G = FixedMatrix(n / 3, n, rows);
    move_to(0);
  }
  void move_to(double t) {
    for_each_entry(M, [&](int i, int j, int k) { M.value[k] = i == j ? 4 + std::cos(i + t) : -1; });
    for_each_entry(G, [&](int i, int j, int k) {
      G.value[k] = 1 + 0.5 * std::sin(3.0 * i + j + t);
      B.value[k] = G.value[k] + 0.1 * std::cos(i + t);
    });
  }
  SaddleParts parts() const { return {M, B, G}; }
  Matrix dense(double share = 1) const {
    const Eigen::Index n = M.rows, n_g = G.rows;
    Matrix A = Matrix::Zero(n + n_g, n + n_g);
    A.topLeftCorner(n, n) = share * M.dense();
    A.topRightCorner(n, n_g) = B.dense().transpose();
    A.bottomLeftCorner(n_g, n) = G.dense();
    return A;
  }
};

class Saddle : public ::testing::TestWithParam<int> {
 protected:
  Blocks blocks{GetParam()};
  int n_v = GetParam(), n_g = GetParam() / 3;
  Vector b = Vector::LinSpaced(n_v + n_g, -1, 2);
  Vector x = b.head(n_v), y = b.tail(n_g);

  /// The largest residual of a row over the sum of its terms.
  double error(const Matrix& A) const {
    Vector z(n_v + n_g);
    z << x, y;
    const Vector size = A.cwiseAbs() * z.cwiseAbs() + b.cwiseAbs();
    return ((A * z - b).array().abs() / size.array()).maxCoeff();
  }
};

constexpr double rounding = 1e-14;  // n ε of the largest system, and the growth of its pivots

TEST_P(Saddle, IsSolvedWithAShareOfTheMassAndFurtherEntries) {
  const std::vector<MatrixEntry> further = {{0, 0, 2.0}, {n_v - 1, 0, 0.5}, {0, 0, 1.0}};
  SaddleMatrix saddle(blocks.parts(), further);
  ASSERT_FALSE(saddle.factor(blocks.parts(), 0.25, further));
  saddle.solve(x, y);
  Matrix A = blocks.dense(0.25);
  for (const MatrixEntry& e : further) A(e.i, e.j) += e.value;
  EXPECT_LT(error(A), rounding);
}

TEST_P(Saddle, IsSolvedToRoundingWithFactorsOfAPlaceNearbyAndFactoredAgainFarAway) {
  SaddleMatrix saddle(blocks.parts());
  for (const double t : {0.0, 0.01, 0.02, 2.0}) {
    blocks.move_to(t);
    x = b.head(n_v);
    y = b.tail(n_g);
    ASSERT_FALSE(saddle.solve_kept(blocks.parts(), x, y));
    EXPECT_LT(error(blocks.dense()), rounding) << t;
    EXPECT_EQ(saddle.factorizations(), t < 1 ? 1 : 2) << t;
  }
  saddle.restart();
  ASSERT_FALSE(saddle.solve_kept(blocks.parts(), x, y));
  EXPECT_EQ(saddle.factorizations(), 3);
}

TEST_P(Saddle, AllocatesNothingAfterItsConstruction) {
  SaddleMatrix saddle(blocks.parts());
  ASSERT_FALSE(saddle.factor(blocks.parts()));  // pivots of a sparse matrix are chosen once
  const long before = allocation_count();
  EXPECT_FALSE(saddle.factor(blocks.parts()));
  saddle.solve(x, y);
  EXPECT_FALSE(saddle.solve_kept(blocks.parts(), x, y));
  EXPECT_EQ(allocation_count(), before);
}

TEST_P(Saddle, NamesTheColumnOfAConstraintThatIsEmpty) {
  std::fill(blocks.B.value.begin(), blocks.B.value.end(), 0.0);
  SaddleMatrix saddle(blocks.parts());
  const auto zero = saddle.factor(blocks.parts());
  ASSERT_TRUE(zero);
  EXPECT_GE(zero->column, n_v);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Saddle, ::testing::Values(6, 90),
                         [](const auto& size) { return size.param < 40 ? "Dense" : "Sparse"; });

}  // namespace saddle_matrix_test
}  // namespace pleuel::testing
