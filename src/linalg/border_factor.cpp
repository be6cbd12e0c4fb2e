#include "pleuel/linalg/border_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {
namespace {

constexpr int largest_dense_border = 80;

double power_of_two_below(double size) { return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1.0; }

}  // namespace

template <class Scalar>
BorderFactor<Scalar>::BorderFactor(const FixedMatrix& pattern)
    : n_(pattern.rows), row_scale_(n_, 1.0), column_scale_(n_, 1.0), x_re_(n_, 0.0), x_im_(n_, 0.0) {
  if (n_ <= largest_dense_border) {
    dense_.emplace(n_);
    return;
  }
  structure_ = std::make_shared<SparseStructure>(pattern, SparseStructure::Block::none);
  sparse_ = make_klu_factor<Scalar>();
  sparse_->analyse(structure_);
  re_.assign(pattern.n_entries(), 0.0);
  if (is_complex) im_.assign(pattern.n_entries(), 0.0);
}

template <class Scalar>
void BorderFactor<Scalar>::set_zero() {
  if (dense_) return dense_->set_zero();
  std::fill(re_.begin(), re_.end(), 0.0);
  std::fill(im_.begin(), im_.end(), 0.0);
}

template <class Scalar>
void BorderFactor<Scalar>::add(int i, int j, Scalar value) {
  const int k = dense_ ? dense_->place(i, j) : structure_->pattern().slot(i, j);
  (dense_ ? dense_->re() : re_.data())[k] += std::real(value);
  if constexpr (is_complex) (dense_ ? dense_->im() : im_.data())[k] += std::imag(value);
}

/// Scales rows, then columns, of the dense matrix.
template <class Scalar>
void BorderFactor<Scalar>::scale() {
  double* const re = dense_->re();
  double* const im = is_complex ? dense_->im() : nullptr;
  const auto size = [&](int k) {
    return is_complex ? std::max(std::abs(re[k]), std::abs(im[k])) : std::abs(re[k]);
  };
  const auto multiply = [&](int k, double by) {
    re[k] *= by;
    if (is_complex) im[k] *= by;
  };
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) row_scale_[i] = std::max(row_scale_[i], size(dense_->place(i, j)));
  for (double& x : row_scale_) x = power_of_two_below(x);
  for (int j = 0; j < n_; ++j) {
    double largest = 0;
    for (int i = 0; i < n_; ++i) {
      multiply(dense_->place(i, j), row_scale_[i]);
      largest = std::max(largest, size(dense_->place(i, j)));
    }
    column_scale_[j] = power_of_two_below(largest);
    for (int i = 0; i < n_; ++i) multiply(dense_->place(i, j), column_scale_[j]);
  }
}

template <class Scalar>
std::optional<ZeroPivot> BorderFactor<Scalar>::factor() {
  if (n_ == 0) return std::nullopt;
  if (!dense_) return sparse_->factor(re_.data(), im_.data());
  scale();
  return dense_->factor();
}

template <class Scalar>
void BorderFactor<Scalar>::solve(Scalar* x) {
  if (n_ == 0) return;
  double* const re = dense_ ? dense_->b_re() : x_re_.data();
  double* const im = dense_ ? dense_->b_im() : x_im_.data();
  for (int i = 0; i < n_; ++i) {
    re[i] = row_scale_[i] * std::real(x[i]);
    if constexpr (is_complex) im[i] = row_scale_[i] * std::imag(x[i]);
  }
  if (dense_)
    dense_->solve();
  else
    sparse_->solve(re, im, 1, 0);
  const double* const y = dense_ ? dense_->x_re() : re;
  const double* const y_im = dense_ ? dense_->x_im() : im;
  for (int i = 0; i < n_; ++i) {
    if constexpr (is_complex)
      x[i] = column_scale_[i] * Scalar(y[i], y_im[i]);
    else
      x[i] = column_scale_[i] * y[i];
  }
}

template class BorderFactor<double>;
template class BorderFactor<Complex>;

}  // namespace pleuel
