// Projects a vector orthogonally to the range of the constraint gradients; for large sparse
// systems.
#pragma once

#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"

namespace pleuel {

/// x := x − Aᵀη with A Aᵀ η = A x: the part of x orthogonal to the range of Aᵀ. It vanishes exactly
/// if P x = 0 for a P that annihilates Aᵀ. No P is needed, only a sparse factorisation of A Aᵀ.
class RangeProjection {
 public:
  explicit RangeProjection(const FixedMatrix& A);

  /// Factors A Aᵀ for new values of A. If A is rank-deficient, projections are NaN.
  void update(const FixedMatrix& A);
  bool is_regular() const { return is_regular_; }
  void project(double* x);
  /// η of the last projection.
  ConstVec coefficients() const { return {factor_.x_re(), A_.rows}; }

 private:
  FixedMatrix A_, At_, product_;
  std::vector<int> transposed_slot_;  // positions of the entries of A in Aᵀ
  std::vector<int> place_;            // positions of the entries of A Aᵀ in the factor
  ProductPlan A_At_;
  Factor<double> factor_;
  bool is_regular_ = false;
};

}  // namespace pleuel
