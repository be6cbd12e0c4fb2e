// Decompositions give the matrix back, and nothing that looks like a result where there is none.
#include "pleuel/linalg/decompositions.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace pleuel {
namespace decompositions_test {

Matrix uneven(int rows, int cols) {
  Matrix A(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) A(i, j) = std::sin(1.0 + 3 * i + 7 * j * j);
  return A;
}

// A few rounding errors of entries of size one.
constexpr double rounding = 1e-13;

TEST(Decompositions, SingularValuesGiveTheMatrixBack) {
  for (const auto& [rows, cols] : {std::pair{5, 3}, std::pair{3, 5}, std::pair{4, 4}}) {
    const Matrix A = uneven(rows, cols);
    const Svd thin = thin_svd(A);
    EXPECT_LT((thin.U * thin.values.asDiagonal() * thin.V.transpose() - A).norm(), rounding);
    const Svd right = right_svd(A);
    EXPECT_EQ(right.V.cols(), cols);
    EXPECT_LT((right.V.transpose() * right.V - Matrix::Identity(cols, cols)).norm(), rounding);
    EXPECT_LT((right.values - thin.values).norm(), rounding);
    if (cols > rows) {
      EXPECT_LT((A * right.V.rightCols(cols - rows)).norm(), rounding);
    }
  }
}

TEST(Decompositions, EigenvectorsOfComplexPairsBelongToTheirValues) {
  const Matrix S = uneven(6, 6), A = S - 2 * S.transpose();  // mostly skew: imaginary pairs
  const auto system = eigen_system(A);
  ASSERT_TRUE(system);
  EXPECT_GT(system->values.imag().cwiseAbs().maxCoeff(), 0.1);  // there are pairs
  const Eigen::MatrixXcd left = A.cast<Complex>() * system->vectors;
  EXPECT_LT((left - system->vectors * system->values.asDiagonal()).norm(), 10 * rounding);
}

TEST(Decompositions, OfWhatIsNotANumberAreNotNumbers) {
  Matrix A = uneven(4, 3);
  A(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(thin_svd(A).values.allFinite());
  EXPECT_FALSE(right_svd(A).values.allFinite());
}

}  // namespace decompositions_test
}  // namespace pleuel
