// Cholesky factors of A Aᵀ, dense or sparse according to its fill.
#pragma once

#include <variant>

#include "pleuel/linalg/dense_cholesky.hpp"
#include "pleuel/linalg/sparse_cholesky.hpp"

namespace pleuel {

/// A Aᵀ = L Lᵀ for a sparse A with full row rank and a fixed pattern. No allocation after
/// construction.
class GramFactor {
 public:
  explicit GramFactor(const FixedMatrix& A);

  int size() const { return n_; }
  /// Returns the row of A without a positive pivot if there is one.
  [[nodiscard]] std::optional<ZeroPivot> factor(const FixedMatrix& A);
  /// Solves A Aᵀ x = b; x holds b on entry. x and `work` have padded(size()) entries. Different
  /// threads may solve at the same time.
  void solve(double* x, double* work) const;
  /// Likewise for two right-hand sides at once.
  void solve(Split x, Split work) const;

 private:
  static std::variant<DenseCholesky, SparseCholesky> choose(const FixedMatrix& A);

  int n_;
  std::variant<DenseCholesky, SparseCholesky> factor_;
};

}  // namespace pleuel
