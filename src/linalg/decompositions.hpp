// Decompositions of dense matrices as plain functions, by LAPACK and by Eigen, whose templates are
// compiled here alone. All of them allocate, but where they say so.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A = U diag(values) Vᵀ with values descending.
struct Svd {
  Matrix U;
  Vector values;
  Matrix V;
};
/// U and V with as many columns as there are values, by divide and conquer.
Svd thin_svd(const Matrix& A);
/// V with all of its columns, the last of them the null space; no U.
Svd right_svd(const Matrix& A);
/// The singular values alone, descending.
Vector singular_values(const Matrix& A);

/// Of a symmetric matrix, ascending; only its lower triangle is read.
Vector symmetric_eigenvalues(const Matrix& A);
/// λ of K φ = λ M φ with K symmetric and M positive definite, ascending.
Vector symmetric_eigenvalues(const Matrix& K, const Matrix& M);

/// K φ = λ M φ: values ascending, and in columns φ with φᵀM φ = 1.
struct SymmetricEigenSystem {
  Vector values;
  Matrix vectors;
};
SymmetricEigenSystem symmetric_eigen_system(const Matrix& K, const Matrix& M);

/// A x = λ x with x in columns.
struct EigenSystem {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
/// None if the iteration does not converge.
std::optional<EigenSystem> eigen_system(const Matrix& A);

/// Q with as many columns as A, orthonormal and spanning the same space (Householder).
Matrix orthonormalized(const Matrix& A);

/// A = Q R by Householder's reflections, for matrices of one size. Allocates nothing after it was
/// made.
class HouseholderQr {
 public:
  /// At least as many rows as columns.
  HouseholderQr(Eigen::Index rows, Eigen::Index columns);
  ~HouseholderQr();

  void factor(const Matrix& A);
  /// An entry on or above the diagonal.
  double R(Eigen::Index i, Eigen::Index j) const;
  /// Q becomes the whole square matrix.
  void put_Q(Matrix& Q);
  /// x becomes Qᵀ x.
  void multiply_by_Q_transposed(Vector& x);

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// A P = Q R by Householder's reflections, the longest remaining column first.
class PivotedQr {
 public:
  /// Pivots below `threshold` of the largest count as zero.
  PivotedQr(const Matrix& A, double threshold);
  PivotedQr(PivotedQr&&) noexcept;
  PivotedQr& operator=(PivotedQr&&) noexcept;
  ~PivotedQr();

  Eigen::Index rank() const;
  /// Numbers of A's columns in the order of the pivots.
  std::vector<int> order() const;
  /// The upper triangle of it is R.
  const Matrix& R() const;
  /// The whole square matrix.
  Matrix Q() const;
  /// Qᵀ B.
  Matrix Q_transposed_times(const Matrix& B) const;
  /// B with as many rows as the rank, replaced by R₁₁⁻¹ B.
  void solve_upper(Matrix& B) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// L and U of a square matrix with its rows exchanged.
class RowPivotedLu {
 public:
  explicit RowPivotedLu(const Matrix& A);
  RowPivotedLu(RowPivotedLu&&) noexcept;
  RowPivotedLu& operator=(RowPivotedLu&&) noexcept;
  ~RowPivotedLu();

  /// An estimate of 1/(|A||A⁻¹|).
  double reciprocal_condition() const;
  Vector solve(const Vector& b) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// L and U of a square matrix with its rows and columns exchanged.
class FullyPivotedLu {
 public:
  explicit FullyPivotedLu(const Matrix& A);
  FullyPivotedLu(FullyPivotedLu&&) noexcept;
  FullyPivotedLu& operator=(FullyPivotedLu&&) noexcept;
  ~FullyPivotedLu();

  /// An estimate of 1/(|A||A⁻¹|).
  double reciprocal_condition() const;
  /// The column of A with the last, smallest pivot.
  int last_column() const;
  Matrix solve(const Matrix& B) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// The rank by an LU factorisation with full pivoting.
int rank_of(const Matrix& A);
/// A⁻¹ by an LU factorisation with exchanged rows.
Matrix inverse(const Matrix& A);
/// A⁻¹ b by an LU factorisation with exchanged rows.
Vector solved(const Matrix& A, const Vector& b);
/// A⁻¹ b by an LU factorisation with exchanged rows and columns, for A that may be singular.
Vector solved_with_full_pivoting(const Matrix& A, const Vector& b);
/// A⁻¹ b by L D Lᵀ of a symmetric matrix.
Vector solved_symmetric(const Matrix& A, const Vector& b);
Matrix solved_symmetric(const Matrix& A, const Matrix& B);
/// L⁻¹ B with A = L Lᵀ (Cholesky).
Matrix solved_by_root(const Matrix& A, const Matrix& B);
/// The shortest of all x with |A x − b| least; pivots below `threshold` of the largest, by default
/// of the order of rounding, count as zero.
Vector least_squares(const Matrix& A, const Vector& b, std::optional<double> threshold = {});
Matrix least_squares(const Matrix& A, const Matrix& B);

}  // namespace pleuel
