// Cholesky factorisation of sparse matrices A Aᵀ with a fixed pattern.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/split.hpp"

namespace pleuel {

/// P A Aᵀ Pᵀ = L Lᵀ for a sparse A with full row rank, column by column. The order P (minimum
/// degree) and the pattern of L are found once. No allocation after construction.
class SparseCholesky {
 public:
  /// `gram` is the pattern of A Aᵀ.
  SparseCholesky(const FixedMatrix& A, const FixedMatrix& gram);

  /// Multiplications of one factorisation.
  double n_operations() const { return n_operations_; }
  /// Returns the row of A without a positive pivot if there is one.
  [[nodiscard]] std::optional<ZeroPivot> factor(const FixedMatrix& A);
  /// Solves A Aᵀ x = b; x holds b on entry, and `work` has as many entries. Different threads may
  /// solve at the same time.
  void solve(double* x, double* work) const;
  /// Likewise for two right-hand sides at once.
  void solve(Split x, Split work) const;

 private:
  int size() const { return static_cast<int>(order_.size()); }
  void find_pattern(const FixedMatrix& gram);

  std::vector<int> order_;               // the row of A of each pivot
  std::vector<int> start_, row_;         // columns of L; the diagonal is first
  std::vector<int> row_start_, in_row_;  // places of each row's entries before the diagonal
  std::vector<int> end_;                 // of the columns of these entries
  std::vector<int> product_slot_;        // of each product of two entries of a column of A
  std::vector<double> value_;            // A Aᵀ, then L with 1/L_kk on the diagonal
  std::vector<double> work_;
  double n_operations_ = 0;
};

}  // namespace pleuel
