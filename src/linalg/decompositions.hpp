// Decompositions of dense matrices as functions, by LAPACK and Eigen. Eigen's templates are
// compiled only here. All functions allocate unless stated otherwise.
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
/// Thin U and V, by divide and conquer.
Svd thin_svd(const Matrix& A);
/// The full V, whose last columns span the null space; no U.
Svd right_svd(const Matrix& A);
/// Only the singular values, descending.
Vector singular_values(const Matrix& A);

/// Eigenvalues of a symmetric matrix, ascending; only its lower triangle is read.
Vector symmetric_eigenvalues(const Matrix& A);
/// λ of K φ = λ M φ with K symmetric and M positive definite, ascending.
Vector symmetric_eigenvalues(const Matrix& K, const Matrix& M);

/// K φ = λ M φ: ascending values, and columns φ with φᵀM φ = 1.
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
/// Empty if the iteration does not converge.
std::optional<EigenSystem> eigen_system(const Matrix& A);

/// As many rows of A as it has columns, ascending, that span a large volume, one after the other
/// (Gram and Schmidt).
std::vector<int> rows_of_large_volume(Matrix A);

/// Orthonormal Q with the columns' span of A (Householder).
Matrix orthonormalized(const Matrix& A);

/// A = Q R by Householder reflections, for matrices of one size. No allocation after construction.
class HouseholderQr {
 public:
  /// Requires rows ≥ columns.
  HouseholderQr(Eigen::Index rows, Eigen::Index columns);
  ~HouseholderQr();

  void factor(const Matrix& A);
  /// An entry on or above the diagonal.
  double R(Eigen::Index i, Eigen::Index j) const;
  /// Writes the full square matrix to Q.
  void put_Q(Matrix& Q);
  /// Replaces x by Qᵀ x.
  void multiply_by_Q_transposed(Vector& x);

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// A P = Q R by Householder reflections with column pivoting.
class PivotedQr {
 public:
  /// Pivots below `threshold` of the largest count as zero.
  PivotedQr(const Matrix& A, double threshold);
  PivotedQr(PivotedQr&&) noexcept;
  PivotedQr& operator=(PivotedQr&&) noexcept;
  ~PivotedQr();

  Eigen::Index rank() const;
  /// Column numbers of A in pivot order.
  std::vector<int> order() const;
  /// Its upper triangle is R.
  const Matrix& R() const;
  /// The full square matrix.
  Matrix Q() const;
  /// Qᵀ B.
  Matrix Q_transposed_times(const Matrix& B) const;
  /// Replaces B, with as many rows as the rank, by R₁₁⁻¹ B.
  void solve_upper(Matrix& B) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// LU factorisation of a square matrix with partial pivoting.
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

/// LU factorisation of a square matrix with full pivoting.
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
/// A⁻¹ by LU factorisation with partial pivoting.
Matrix inverse(const Matrix& A);
/// A⁻¹ b by LU factorisation with partial pivoting.
Vector solved(const Matrix& A, const Vector& b);
/// A⁻¹ b by LU factorisation with full pivoting; A may be singular.
Vector solved_with_full_pivoting(const Matrix& A, const Vector& b);
/// A⁻¹ b by L D Lᵀ factorisation of a symmetric matrix.
Vector solved_symmetric(const Matrix& A, const Vector& b);
Matrix solved_symmetric(const Matrix& A, const Matrix& B);
/// L⁻¹ B with A = L Lᵀ (Cholesky).
Matrix solved_by_root(const Matrix& A, const Matrix& B);
/// The least-squares solution of least norm. Pivots below `threshold` of the largest (default:
/// rounding level) count as zero.
Vector least_squares(const Matrix& A, const Vector& b, std::optional<double> threshold = {});
Matrix least_squares(const Matrix& A, const Matrix& B);

}  // namespace pleuel
