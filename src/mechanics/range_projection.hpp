// Removes from a vector what lies in the range of the constraints' gradients, for large sparse systems.
#pragma once

#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"

namespace pleuel {

/// x := x − Aᵀη with A Aᵀ η = A x: the part of x that is orthogonal to the range of Aᵀ. It vanishes exactly where P x = 0 for any P
/// that annihilates Aᵀ, but needs no P, only a sparse factorisation of A Aᵀ.
class RangeProjection {
 public:
  explicit RangeProjection(const FixedMatrix& A);

  /// Factors A Aᵀ for new values of A.
  void update(const FixedMatrix& A);
  void project(double* x);

 private:
  FixedMatrix A_, At_, product_;
  std::vector<int> transposed_slot_;  // of A's entries in Aᵀ
  std::vector<int> place_;            // of A Aᵀ's entries in the factor
  ProductPlan A_At_;
  Factor<double> factor_;
};

}  // namespace pleuel
