#include "pleuel/mechanics/range_projection.hpp"

#include <algorithm>
#include <limits>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {

RangeProjection::RangeProjection(const FixedMatrix& A)
    : A_(A),
      At_(A.transposed()),
      product_(product_pattern(A_, At_)),
      A_At_(A_, At_, product_),
      factor_(FactorPlan(product_)) {
  transposed_slot_ = places_of(A_, [&](int i, int j) { return At_.slot(j, i); });
  place_ = places_of(product_, [&](int i, int j) { return factor_.place(i, j); });
}

void RangeProjection::update(const FixedMatrix& A) {
  A_.value = A.value;
  for (std::size_t k = 0; k < transposed_slot_.size(); ++k) At_.value[transposed_slot_[k]] = A.value[k];
  product_.set_zero();
  A_At_.add(1.0, A_.value.data(), At_.value.data(), product_.value.data());
  factor_.set_zero();
  double* const entries = factor_.re();
  for (std::size_t k = 0; k < place_.size(); ++k) entries[place_[k]] = product_.value[k];
  // A rank deficiency leads to NaN in the rows, which the integrator reports by name.
  is_regular_ = !factor_.factor();
  if (!is_regular_) std::fill(A_.value.begin(), A_.value.end(), std::numeric_limits<double>::quiet_NaN());
}

void RangeProjection::project(double* x) {
  double* const b = factor_.b_re();
  std::fill_n(b, A_.rows, 0.0);
  A_.multiply_add(1.0, x, b);
  factor_.solve();
  A_.multiply_transposed_add(-1.0, factor_.x_re(), x);
}

}  // namespace pleuel
