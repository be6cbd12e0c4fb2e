// Cholesky factorisation of small dense matrices A Aᵀ, without allocation.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/padded_matrix.hpp"

namespace pleuel {

/// A Aᵀ = L Lᵀ for a sparse A with full row rank. Only the lower triangle is computed.
class DenseCholesky {
 public:
  explicit DenseCholesky(int n) : n_(n), L_(n, n), inverse_(n, 0.0) {}

  /// Returns the row of A without a positive pivot if there is one.
  [[nodiscard]] std::optional<ZeroPivot> factor(const FixedMatrix& A);
  /// Solves A Aᵀ x = b; x holds b on entry and has padded(n) entries. Different threads may solve
  /// at the same time.
  void solve(double* x) const;

 private:
  int n_;
  PaddedMatrix L_;               // zero above the diagonal
  std::vector<double> inverse_;  // of the diagonal of L
};

}  // namespace pleuel
