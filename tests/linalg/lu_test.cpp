// Dense and sparse LU factorisations against Eigen and against each other.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <random>

#include "pleuel/linalg/factor.hpp"

namespace pleuel {
namespace lu_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <class Scalar>
constexpr bool is_complex = !std::is_same_v<Scalar, double>;

/// Writes A where the factor has a place for it; entries without a place must be zero.
template <class Lu, class Scalar>
void put(const MatrixOf<Scalar>& A, Lu& lu) {
  lu.set_zero();
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) {
      const int place = lu.place(i, j);
      if (place < 0) {
        ASSERT_EQ(A(i, j), Scalar(0));
        continue;
      }
      lu.re()[place] = std::real(A(i, j));
      if constexpr (is_complex<Scalar>) lu.im()[place] = std::imag(A(i, j));
    }
}

template <class Lu, class Scalar>
VectorOf<Scalar> solved(Lu& lu, const VectorOf<Scalar>& b) {
  VectorOf<Scalar> x(b.size());
  for (int i = 0; i < b.size(); ++i) {
    lu.b_re()[i] = std::real(b[i]);
    if constexpr (is_complex<Scalar>) lu.b_im()[i] = std::imag(b[i]);
  }
  lu.solve();
  for (int i = 0; i < b.size(); ++i) {
    if constexpr (is_complex<Scalar>)
      x[i] = Complex(lu.x_re()[i], lu.x_im()[i]);
    else
      x[i] = lu.x_re()[i];
  }
  return x;
}

/// ‖b − A x‖∞ ≤ c n ε ‖L‖‖U‖‖x‖∞: |L| ≤ 1, so ‖|L||U|‖∞ ≤ n ‖U‖, and U's growth is measured on
/// Eigen's U.
template <class Scalar>
void expect_small_residual(const MatrixOf<Scalar>& A, const VectorOf<Scalar>& x, const VectorOf<Scalar>& b) {
  const Eigen::PartialPivLU<MatrixOf<Scalar>> reference(A);
  const MatrixOf<Scalar> U = reference.matrixLU().template triangularView<Eigen::Upper>();
  const double n = static_cast<double>(A.rows());
  const double largest_u = std::max(U.cwiseAbs().maxCoeff(), A.cwiseAbs().maxCoeff());
  const double bound =
      8 * n * n * epsilon * largest_u * x.cwiseAbs().maxCoeff() + n * epsilon * b.cwiseAbs().maxCoeff();
  EXPECT_LE((b - A * x).cwiseAbs().maxCoeff(), bound) << "n = " << n;
}

template <class Scalar>
struct Lu : ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(Lu, Scalars);

TYPED_TEST(Lu, DenseSolvesEverySizeToRounding) {
  std::srand(1);
  for (int n = 1; n <= 45; ++n) {
    DenseLu<TypeParam> lu(n);
    EXPECT_EQ(lu.size(), n);
    for (int repeat = 0; repeat < 2; ++repeat) {
      const MatrixOf<TypeParam> A = MatrixOf<TypeParam>::Random(n, n);
      const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(n);
      put(A, lu);
      ASSERT_FALSE(lu.factor().has_value()) << "n = " << n;
      expect_small_residual<TypeParam>(A, solved<DenseLu<TypeParam>, TypeParam>(lu, b), b);
    }
  }
}

TYPED_TEST(Lu, DenseNeedsItsPivotsOnASaddleMatrix) {
  // [0 1; 1 0] blocks: without exchange of rows the first pivot is zero.
  const int n = 10;
  MatrixOf<TypeParam> A = MatrixOf<TypeParam>::Zero(n, n);
  for (int i = 0; i < n; ++i) A(i, n - 1 - i) = TypeParam(1.0 + i);
  const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(n);
  DenseLu<TypeParam> lu(n);
  put(A, lu);
  ASSERT_FALSE(lu.factor().has_value());
  expect_small_residual<TypeParam>(A, solved<DenseLu<TypeParam>, TypeParam>(lu, b), b);
}

TYPED_TEST(Lu, DenseNamesTheColumnWithoutPivot) {
  for (int n : {1, 4, 7, 20})
    for (int column = 0; column < n; column += 3) {
      MatrixOf<TypeParam> A = MatrixOf<TypeParam>::Identity(n, n) * TypeParam(2.0);
      A.row(0).setConstant(TypeParam(1.0));
      A.col(column).setZero();
      DenseLu<TypeParam> lu(n);
      put(A, lu);
      const auto zero = lu.factor();
      ASSERT_TRUE(zero.has_value()) << "n = " << n;
      EXPECT_EQ(zero->column, column);
      EXPECT_EQ(zero->magnitude, 0.0);
    }
}

TYPED_TEST(Lu, DenseNeverTurnsNanIntoNumbers) {
  const int n = 6;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      MatrixOf<TypeParam> A =
          MatrixOf<TypeParam>::Random(n, n) + MatrixOf<TypeParam>::Identity(n, n) * TypeParam(3.0);
      A(i, j) = TypeParam(std::numeric_limits<double>::quiet_NaN());
      DenseLu<TypeParam> lu(n);
      put(A, lu);
      if (lu.factor().has_value()) continue;
      const VectorOf<TypeParam> b = VectorOf<TypeParam>::Ones(n);
      const VectorOf<TypeParam> x = solved<DenseLu<TypeParam>, TypeParam>(lu, b);
      EXPECT_FALSE(x.allFinite()) << "entry " << i << ", " << j;
    }
}

/// A random pattern with a full diagonal and about four entries a column.
FixedMatrix sparse_pattern(int n, std::mt19937& random) {
  std::uniform_int_distribution<int> index(0, n - 1);
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.emplace_back(j, j);
    for (int k = 0; k < 3; ++k) entries.emplace_back(index(random), j);
  }
  return FixedMatrix(n, n, entries);
}

template <class Scalar>
MatrixOf<Scalar> random_values(const FixedMatrix& pattern, double diagonal) {
  MatrixOf<Scalar> A = MatrixOf<Scalar>::Zero(pattern.rows, pattern.cols);
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
      A(pattern.row[k], j) =
          VectorOf<Scalar>::Random(1)[0] + (pattern.row[k] == j ? Scalar(diagonal) : Scalar(0));
  return A;
}

TYPED_TEST(Lu, SparseSolvesAndRefactorsWithChangedValues) {
  std::mt19937 random(7);
  for (int n : {1, 5, 50, 200}) {
    const FixedMatrix pattern = sparse_pattern(n, random);
    SparseSystem<TypeParam> lu(pattern);
    EXPECT_EQ(lu.size(), n);
    EXPECT_EQ(lu.n_places(), pattern.n_entries());
    for (int repeat = 0; repeat < 4; ++repeat) {
      const MatrixOf<TypeParam> A = random_values<TypeParam>(pattern, 4);
      const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(n);
      put(A, lu);
      ASSERT_FALSE(lu.factor().has_value());
      expect_small_residual<TypeParam>(A, solved<SparseSystem<TypeParam>, TypeParam>(lu, b), b);
    }
  }
}

TYPED_TEST(Lu, SparseChoosesPivotsAnewWhenTheKeptOnesGoBad) {
  // Pivots on the diagonal at first; then the diagonal nearly or wholly vanishes beside a
  // superdiagonal cycle.
  const int n = 60;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.emplace_back(j, j);
    entries.emplace_back((j + 1) % n, j);
  }
  const FixedMatrix pattern(n, n, entries);
  const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(n);
  SparseSystem<TypeParam> lu(pattern);
  for (double diagonal : {3.0, 1e-5, 0.0, 2.0}) {
    MatrixOf<TypeParam> A = MatrixOf<TypeParam>::Identity(n, n) * TypeParam(diagonal);
    for (int j = 0; j < n; ++j) A((j + 1) % n, j) = TypeParam(1.0 + 0.01 * j);
    put(A, lu);
    ASSERT_FALSE(lu.factor().has_value()) << diagonal;
    expect_small_residual<TypeParam>(A, solved<SparseSystem<TypeParam>, TypeParam>(lu, b), b);
  }
}

TYPED_TEST(Lu, SparseNamesTheColumnWithoutPivotAndRecovers) {
  std::mt19937 random(9);
  const int n = 50, column = 17;
  const FixedMatrix pattern = sparse_pattern(n, random);
  SparseSystem<TypeParam> lu(pattern);
  MatrixOf<TypeParam> A = random_values<TypeParam>(pattern, 4);
  const MatrixOf<TypeParam> regular = A;
  A.col(column).setZero();
  put(A, lu);
  const auto zero = lu.factor();
  ASSERT_TRUE(zero.has_value());
  EXPECT_EQ(zero->column, column);
  const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(n);
  put(regular, lu);
  ASSERT_FALSE(lu.factor().has_value());
  expect_small_residual<TypeParam>(regular, solved<SparseSystem<TypeParam>, TypeParam>(lu, b), b);
}

TYPED_TEST(Lu, SparseNeverTurnsNanIntoNumbers) {
  std::mt19937 random(11);
  const int n = 50;
  const FixedMatrix pattern = sparse_pattern(n, random);
  for (int k = 0; k < pattern.n_entries(); k += 7) {
    SparseSystem<TypeParam> lu(pattern);
    const MatrixOf<TypeParam> A = random_values<TypeParam>(pattern, 4);
    for (int repeat = 0; repeat < 2; ++repeat) {  // the second time pivots are kept
      put(A, lu);
      if (repeat == 1) lu.re()[k] = std::numeric_limits<double>::quiet_NaN();
      if (lu.factor().has_value()) continue;
      const VectorOf<TypeParam> b = VectorOf<TypeParam>::Ones(n);
      const VectorOf<TypeParam> x = solved<SparseSystem<TypeParam>, TypeParam>(lu, b);
      EXPECT_EQ(x.allFinite(), repeat == 0) << "entry " << k;
    }
  }
}

TYPED_TEST(Lu, FactorGivesTheSameAnswerDenseAndSparse) {
  std::mt19937 random(13);
  const FixedMatrix pattern = sparse_pattern(30, random);
  const MatrixOf<TypeParam> A = random_values<TypeParam>(pattern, 4);
  const VectorOf<TypeParam> b = VectorOf<TypeParam>::Random(30);
  // Up to 40 rows a factor is dense.
  Factor<TypeParam> dense{FactorPlan(pattern)};
  SparseSystem<TypeParam> sparse(pattern);
  put(A, dense);
  put(A, sparse);
  ASSERT_FALSE(dense.factor().has_value());
  ASSERT_FALSE(sparse.factor().has_value());
  const VectorOf<TypeParam> x = solved<Factor<TypeParam>, TypeParam>(dense, b);
  const VectorOf<TypeParam> y = solved<SparseSystem<TypeParam>, TypeParam>(sparse, b);
  const double condition = 1 / Eigen::PartialPivLU<MatrixOf<TypeParam>>(A).rcond();
  EXPECT_LE((x - y).norm(), 30 * epsilon * condition * x.norm());
}

TEST(ChooseStorage, IsDenseForSmallOrFullAndSparseForLargeAndEmpty) {
  EXPECT_EQ(choose_storage(13, 60), Storage::dense);
  EXPECT_EQ(choose_storage(40, 80), Storage::dense);
  EXPECT_EQ(choose_storage(41, 80), Storage::sparse);
  EXPECT_EQ(choose_storage(1000, 5000), Storage::sparse);
  EXPECT_EQ(choose_storage(1000, 500000), Storage::dense);
  EXPECT_EQ(choose_storage(100000, 500000), Storage::sparse);  // n² does not fit into int
}

}  // namespace lu_test
}  // namespace pleuel
