// Cholesky factorisation of small dense matrices A Aᵀ, without allocation.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/padded_matrix.hpp"

namespace pleuel {

/// A Aᵀ = L Lᵀ for a sparse A with full row rank. Only the lower triangle is computed.
class DenseCholesky {
 public:
  explicit DenseCholesky(int n) : n_(n), L_(n, n), inverse_(n, 0.0), x_(padded(n), 0.0) {}

  /// Returns false if A Aᵀ is not positive definite.
  [[nodiscard]] bool factor(const FixedMatrix& A);
  /// Solves A Aᵀ x = b for the b in b(), which is overwritten.
  void solve();
  double* b() { return x_.data(); }
  const double* x() const { return x_.data(); }

 private:
  int n_;
  PaddedMatrix L_;               // zero above the diagonal
  std::vector<double> inverse_;  // of the diagonal of L
  std::vector<double> x_;
};

}  // namespace pleuel
