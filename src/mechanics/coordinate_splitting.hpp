// A matrix that annihilates the gradients of the constraints.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Let A have n_λ rows, n columns and full rank. Its columns are split into n_λ dependent ones, Y,
/// and the others, X, such that A_Y is regular. Then
///
///     P x = x_X − ((A_Y)⁻¹ A_X)ᵀ x_Y         (n − n_λ rows)
///
/// annihilates Aᵀ [YPR98, Remark 3.2, with corrected transposes]. The splitting comes from Gaussian
/// elimination with full pivoting. `renew` changes it only if an entry of (A_Y)⁻¹A_X exceeds
/// `largest_entry`, so that the rows of P x keep their meaning from step to step. Dense; suited to
/// a few dozen constraints.
class CoordinateSplitting {
 public:
  CoordinateSplitting(int n_constraints, int n_columns);

  /// Chooses X and Y for A if there is no choice yet or the current one is badly conditioned.
  /// Returns true if it changed. No allocation.
  bool renew(const FixedMatrix& A);
  /// Updates (A_Y)⁻¹ A_X for new values of A and the current choice. No allocation.
  void update(const FixedMatrix& A);
  /// px = P x.
  void project(const double* x, double* px) const;
  /// x with P x = px: px in X, zero in Y.
  void lift(const double* px, double* x) const;

  const std::vector<int>& independent() const { return X_; }
  const std::vector<int>& dependent() const { return Y_; }

 private:
  /// Newton's method freezes P, but each stage has its own P, which varies like the square of its
  /// entries. Larger limits save no renewals and cause more Newton failures.
  static constexpr double largest_entry = 2;

  void choose(const FixedMatrix& A);

  int n_constraints_, n_columns_;
  std::vector<int> X_, Y_;
  std::vector<int> place_;  // of a column: its number in X, or −1 − its number in Y
  std::vector<int> last_place_;
  Matrix A_X_, A_Y_;  // A_X becomes (A_Y)⁻¹ A_X
  Matrix work_;
};

}  // namespace pleuel
