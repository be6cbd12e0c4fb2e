// Removes from a vector what lies in the range of the constraints' gradients, for large sparse
// systems.
#pragma once

#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"

namespace pleuel {

/// x := x − Aᵀη with A Aᵀ η = A x: the part of x that is orthogonal to the range of Aᵀ. It vanishes
/// exactly where P x = 0 for any P that annihilates Aᵀ, but needs no P, only a sparse factorisation
/// of A Aᵀ.
class RangeProjection {
 public:
  explicit RangeProjection(const FixedMatrix& A);

  /// Factors A Aᵀ for new values of A. Where A has lost its rank, projections are NaN.
  void update(const FixedMatrix& A);
  bool is_regular() const { return is_regular_; }
  void project(double* x);
  /// η of the last projection.
  ConstVec coefficients() const { return {factor_.x_re(), A_.rows}; }

 private:
  FixedMatrix A_, At_, product_;
  std::vector<int> transposed_slot_;  // of A's entries in Aᵀ
  std::vector<int> place_;            // of A Aᵀ's entries in the factor
  ProductPlan A_At_;
  Factor<double> factor_;
  bool is_regular_ = false;
};

}  // namespace pleuel
