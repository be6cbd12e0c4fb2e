// Projects a vector orthogonally to the range of the constraint gradients.
#pragma once

#include <vector>

#include "pleuel/linalg/gram_factor.hpp"

namespace pleuel {

/// x := x − Aᵀη with A Aᵀ η = A x: the part of x orthogonal to the range of Aᵀ. It vanishes exactly
/// if P x = 0 for a P that annihilates Aᵀ. No P is needed, only a factorisation of A Aᵀ.
class RangeProjection {
 public:
  explicit RangeProjection(const FixedMatrix& A);

  /// Factors A Aᵀ for new values of A. If A is rank-deficient, projections are NaN.
  void update(const FixedMatrix& A);
  bool is_regular() const { return is_regular_; }
  void project(double* x);
  /// η of the last projection.
  ConstVec coefficients() const { return {eta_.data(), A_.rows}; }

 private:
  FixedMatrix A_;
  GramFactor factor_;
  std::vector<double> eta_, work_;
  bool is_regular_ = false;
};

}  // namespace pleuel
