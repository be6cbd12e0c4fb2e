#include "pleuel/mechanics/range_projection.hpp"

#include <algorithm>
#include <limits>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {

RangeProjection::SparseProduct::SparseProduct(const FixedMatrix& A, FixedMatrix pattern)
    : At(A.transposed()),
      product(std::move(pattern)),
      A_At(A, At, product),
      factor(FactorPlan(product)) {
  transposed_slot = places_of(A, [&](int i, int j) { return At.slot(j, i); });
  place = places_of(product, [&](int i, int j) { return factor.place(i, j); });
}

bool RangeProjection::SparseProduct::update(const FixedMatrix& A) {
  for (std::size_t k = 0; k < transposed_slot.size(); ++k) At.value[transposed_slot[k]] = A.value[k];
  product.set_zero();
  A_At.add(1.0, A.value.data(), At.value.data(), product.value.data());
  double* const entries = factor.re();
  for (std::size_t k = 0; k < place.size(); ++k) entries[place[k]] = product.value[k];
  return !factor.factor();
}

RangeProjection::RangeProjection(const FixedMatrix& A) : A_(A) {
  FixedMatrix product = product_pattern(A, A.transposed());
  if (choose_storage(product.rows, product.n_entries()) == Storage::dense)
    dense_.emplace(A.rows);
  else
    sparse_ = std::make_unique<SparseProduct>(A, std::move(product));
}

void RangeProjection::update(const FixedMatrix& A) {
  A_.value = A.value;
  is_regular_ = dense_ ? dense_->factor(A_) : sparse_->update(A_);
  // A rank deficiency leads to NaN in the rows, which the integrator reports by name.
  if (!is_regular_) std::fill(A_.value.begin(), A_.value.end(), std::numeric_limits<double>::quiet_NaN());
}

void RangeProjection::project(double* x) {
  double* const b = dense_ ? dense_->b() : sparse_->factor.b_re();
  std::fill_n(b, A_.rows, 0.0);
  A_.multiply_add(1.0, x, b);
  if (dense_)
    dense_->solve();
  else
    sparse_->factor.solve();
  A_.multiply_transposed_add(-1.0, coefficients().data(), x);
}

}  // namespace pleuel
