#include "pleuel/linalg/dense_lu.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

constexpr int lanes = 4;

int first_full_lane(int row) { return row - row % lanes; }

}  // namespace

template <class Scalar>
DenseLu<Scalar>::DenseLu(int n)
    : n_(n),
      stride_((n + lanes - 1) / lanes * lanes),
      re_(static_cast<std::size_t>(stride_) * n, 0.0),
      im_(is_complex ? re_.size() : 0, 0.0),
      pivot_(n, 0),
      inverse_re_(n, 0.0),
      inverse_im_(n, 0.0),
      l_re_(stride_, 0.0),
      l_im_(stride_, 0.0) {}

template <class Scalar>
void DenseLu<Scalar>::set_zero() {
  std::fill(re_.begin(), re_.end(), 0.0);
  std::fill(im_.begin(), im_.end(), 0.0);
}

template <class Scalar>
double DenseLu<Scalar>::magnitude(int p) const {
  if constexpr (is_complex) return std::abs(re_[p]) + std::abs(im_[p]);
  return std::abs(re_[p]);
}

template <class Scalar>
void DenseLu<Scalar>::swap_rows(int i, int k) {
  for (int j = 0; j < n_; ++j) {
    std::swap(re_[place(i, j)], re_[place(k, j)]);
    if constexpr (is_complex) std::swap(im_[place(i, j)], im_[place(k, j)]);
  }
}

template <class Scalar>
std::optional<ZeroPivot> DenseLu<Scalar>::factor() {
  double* const l = l_re_.data();
  double* const li = l_im_.data();
  for (int k = 0; k < n_; ++k) {
    int p = k;
    double largest = magnitude(place(k, k));
    for (int i = k + 1; i < n_; ++i) {
      const double m = magnitude(place(i, k));
      if (m > largest) {
        largest = m;
        p = i;
      }
    }
    pivot_[k] = p;
    if (!(largest > 0) || !std::isfinite(largest)) return ZeroPivot{k, largest};
    if (p != k) swap_rows(p, k);

    const int first = first_full_lane(k + 1);
    double* const column = re_.data() + place(0, k);
    if constexpr (is_complex) {
      double* const column_im = im_.data() + place(0, k);
      const double d = column[k] * column[k] + column_im[k] * column_im[k];
      const double u = column[k] / d, w = -column_im[k] / d;
      inverse_re_[k] = u;
      inverse_im_[k] = w;
      for (int i = first; i < stride_; ++i) {
        l[i] = column[i] * u - column_im[i] * w;
        li[i] = column[i] * w + column_im[i] * u;
      }
      for (int i = first; i <= k; ++i) l[i] = li[i] = 0;
      for (int i = k + 1; i < n_; ++i) {
        column[i] = l[i];
        column_im[i] = li[i];
      }
      for (int j = k + 1; j < n_; ++j) {
        double* const c = re_.data() + place(0, j);
        double* const ci = im_.data() + place(0, j);
        const double ar = c[k], ai = ci[k];
        if (ar == 0 && ai == 0) continue;
        for (int i = first; i < stride_; ++i) {
          c[i] -= l[i] * ar - li[i] * ai;
          ci[i] -= l[i] * ai + li[i] * ar;
        }
      }
    } else {
      const double u = 1.0 / column[k];
      inverse_re_[k] = u;
      for (int i = first; i < stride_; ++i) l[i] = column[i] * u;
      for (int i = first; i <= k; ++i) l[i] = 0;
      for (int i = k + 1; i < n_; ++i) column[i] = l[i];
      for (int j = k + 1; j < n_; ++j) {
        double* const c = re_.data() + place(0, j);
        const double a = c[k];
        if (a == 0) continue;
        for (int i = first; i < stride_; ++i) c[i] -= l[i] * a;
      }
    }
  }
  return std::nullopt;
}

template <class Scalar>
void DenseLu<Scalar>::solve(double* x, double* y) const {
  for (int k = 0; k < n_; ++k)
    if (pivot_[k] != k) {
      std::swap(x[k], x[pivot_[k]]);
      if constexpr (is_complex) std::swap(y[k], y[pivot_[k]]);
    }
  for (int k = 0; k < n_; ++k) {
    const double* const c = re_.data() + place(0, k);
    if constexpr (is_complex) {
      const double* const ci = im_.data() + place(0, k);
      const double ar = x[k], ai = y[k];
      for (int i = k + 1; i < n_; ++i) {
        x[i] -= c[i] * ar - ci[i] * ai;
        y[i] -= c[i] * ai + ci[i] * ar;
      }
    } else {
      const double a = x[k];
      for (int i = k + 1; i < n_; ++i) x[i] -= c[i] * a;
    }
  }
  for (int k = n_ - 1; k >= 0; --k) {
    const double* const c = re_.data() + place(0, k);
    if constexpr (is_complex) {
      const double* const ci = im_.data() + place(0, k);
      const double ar = x[k] * inverse_re_[k] - y[k] * inverse_im_[k];
      const double ai = x[k] * inverse_im_[k] + y[k] * inverse_re_[k];
      x[k] = ar;
      y[k] = ai;
      for (int i = 0; i < k; ++i) {
        x[i] -= c[i] * ar - ci[i] * ai;
        y[i] -= c[i] * ai + ci[i] * ar;
      }
    } else {
      const double a = x[k] *= inverse_re_[k];
      for (int i = 0; i < k; ++i) x[i] -= c[i] * a;
    }
  }
}

template class DenseLu<double>;
template class DenseLu<Complex>;

}  // namespace pleuel
