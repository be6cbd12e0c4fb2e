#include "pleuel/mechanics/range_projection.hpp"

#include <algorithm>
#include <limits>

namespace pleuel {

RangeProjection::RangeProjection(const FixedMatrix& A)
    : A_(A), factor_(A), eta_(padded(A.rows), 0.0), work_(padded(A.rows), 0.0) {}

void RangeProjection::update(const FixedMatrix& A) {
  A_.value = A.value;
  is_regular_ = !factor_.factor(A_);
  // A rank deficiency leads to NaN in the rows, which the integrator reports by name.
  if (!is_regular_) std::fill(A_.value.begin(), A_.value.end(), std::numeric_limits<double>::quiet_NaN());
}

void RangeProjection::project(double* x) {
  std::fill(eta_.begin(), eta_.end(), 0.0);
  A_.multiply_add(1.0, x, eta_.data());
  factor_.solve(eta_.data(), work_.data());
  A_.multiply_transposed_add(-1.0, eta_.data(), x);
}

}  // namespace pleuel
