#include "pleuel/linalg/dense_lu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pleuel/linalg/simd.hpp"

namespace pleuel {

/// The loops for one padded size; compiled_stride = 0: for any size.
template <class Scalar>
template <int compiled_stride>
struct DenseLu<Scalar>::Kernel {
  static std::optional<ZeroPivot> factor(DenseLu& m) {
    const int n = m.n_;
    const int stride = compiled_stride > 0 ? compiled_stride : m.stride_;
    std::fill_n(m.is_open_.data(), n, 1.0);
    for (int k = 0; k < n; ++k) {
      double largest = 0;
      const int p = find_pivot(m, k, stride, largest);
      if (!(largest > 0 && std::isfinite(largest))) return ZeroPivot{k, largest};  // also for NaN
      m.pivot_[k] = p;
      split_column(m, k, p, stride);
      m.is_open_[p] = 0;
      for (int j = k + 1; j < n; ++j) eliminate(m, k, p, j, stride);
    }
    return std::nullopt;
  }

  static int find_pivot(const DenseLu& m, int k, int stride, double& largest) {
    const double* const c = m.re_.data() + k * stride;
    const double* const open = m.is_open_.data();
    int p = 0;
    largest = 0;
    for (int i = 0; i < m.n_; ++i) {
      double size = std::abs(c[i]);
      if constexpr (is_complex) size += std::abs(m.im_[k * stride + i]);
      size *= open[i];
      // a NaN is kept: nothing is larger
      const bool is_larger = size > largest || std::isnan(size);
      largest = is_larger ? size : largest;
      p = is_larger ? i : p;
    }
    return p;
  }

  /// Splits column k into the column of L (open rows) and that of U (the others), both divided by
  /// the pivot; stores the reciprocal pivot.
  static void split_column(DenseLu& m, int k, int p, int stride) {
    double* const c = m.re_.data() + k * stride;
    double* const l = m.l_re_.data() + k * stride;
    const double* const open = m.is_open_.data();
    if constexpr (is_complex) {
      double* const d = m.im_.data() + k * stride;
      double* const li = m.l_im_.data() + k * stride;
      const double size = c[p] * c[p] + d[p] * d[p];
      const double u = c[p] / size, w = -d[p] / size;
      m.inverse_re_[k] = u;
      m.inverse_im_[k] = w;
      for (int i = 0; i < stride; i += lanes) {
        const Lanes x = lanes_at(c + i), y = lanes_at(d + i), o = lanes_at(open + i);
        const Lanes re = x * u - y * w, im = x * w + y * u;
        lanes_at(l + i) = o * re;
        lanes_at(li + i) = o * im;
        lanes_at(c + i) = re - o * re;
        lanes_at(d + i) = im - o * im;
      }
      l[p] = li[p] = 0;
    } else {
      const double u = 1.0 / c[p];
      m.inverse_re_[k] = u;
      for (int i = 0; i < stride; i += lanes) {
        const Lanes x = lanes_at(c + i) * u, o = lanes_at(open + i);
        lanes_at(l + i) = o * x;
        lanes_at(c + i) = x - o * x;
      }
      l[p] = 0;
    }
  }

  /// Subtracts the pivot row's entry times column k of L from column j.
  static void eliminate(DenseLu& m, int k, int p, int j, int stride) {
    double* const c = m.re_.data() + j * stride;
    const double* const l = m.l_re_.data() + k * stride;
    const double r = c[p];
    if constexpr (is_complex) {
      double* const d = m.im_.data() + j * stride;
      const double* const li = m.l_im_.data() + k * stride;
      const double s = d[p];
      if (r == 0 && s == 0) return;
      for (int i = 0; i < stride; i += lanes) {
        const Lanes x = lanes_at(l + i), y = lanes_at(li + i);
        lanes_at(c + i) = lanes_at(c + i) - x * r + y * s;
        lanes_at(d + i) = lanes_at(d + i) - x * s - y * r;
      }
    } else {
      if (r == 0) return;
      for (int i = 0; i < stride; i += lanes) lanes_at(c + i) -= lanes_at(l + i) * r;
    }
  }

  /// b −= (r + is) times a column. Each entry takes two fused operations in sequence: their
  /// latency decides the time of a solve.
  static void subtract(DenseLu& m, const std::vector<double>& re, const std::vector<double>& im, int k,
                       int stride, double r, double s) {
    double* const b = m.b_re_.data();
    const double* const c = re.data() + k * stride;
    if constexpr (is_complex) {
      double* const e = m.b_im_.data();
      const double* const d = im.data() + k * stride;
      for (int i = 0; i < stride; i += lanes) {
        const Lanes x = lanes_at(c + i), y = lanes_at(d + i);
        lanes_at(b + i) = lanes_at(b + i) - x * r + y * s;
        lanes_at(e + i) = lanes_at(e + i) - x * s - y * r;
      }
    } else {
      for (int i = 0; i < stride; i += lanes) lanes_at(b + i) -= lanes_at(c + i) * r;
    }
  }

  static void solve(DenseLu& m) {
    const int n = m.n_;
    const int stride = compiled_stride > 0 ? compiled_stride : m.stride_;
    const double* const b = m.b_re_.data();
    const double* const e = m.b_im_.data();
    for (int k = 0; k < n; ++k)
      subtract(m, m.l_re_, m.l_im_, k, stride, b[m.pivot_[k]], is_complex ? e[m.pivot_[k]] : 0.0);
    for (int k = n - 1; k >= 0; --k) {
      // The columns of U are divided by their pivots, so that no division delays the next row.
      const int p = m.pivot_[k];
      const double r = b[p], s = is_complex ? e[p] : 0.0;
      if constexpr (is_complex) {
        m.x_re_[k] = r * m.inverse_re_[k] - s * m.inverse_im_[k];
        m.x_im_[k] = r * m.inverse_im_[k] + s * m.inverse_re_[k];
      } else {
        m.x_re_[k] = r * m.inverse_re_[k];
      }
      subtract(m, m.re_, m.im_, k, stride, r, s);
    }
  }
};

template <class Scalar>
DenseLu<Scalar>::DenseLu(int n)
    : n_(n),
      stride_(padded(n)),
      re_(static_cast<std::size_t>(stride_) * n, 0.0),
      im_(is_complex ? re_.size() : 0, 0.0),
      l_re_(re_.size(), 0.0),
      l_im_(im_.size(), 0.0),
      inverse_re_(n, 0.0),
      inverse_im_(n, 0.0),
      b_re_(stride_, 0.0),
      b_im_(stride_, 0.0),
      x_re_(stride_, 0.0),
      x_im_(stride_, 0.0),
      is_open_(stride_, 0.0),
      pivot_(n, 0),
      factor_kernel_(&Kernel<0>::factor),
      solve_kernel_(&Kernel<0>::solve) {
  [&]<int... k>(std::integer_sequence<int, k...>) {
    ((stride_ == (k + 1) * lanes ? (factor_kernel_ = &Kernel<(k + 1) * lanes>::factor,
                                    solve_kernel_ = &Kernel<(k + 1) * lanes>::solve, 0)
                                 : 0),
     ...);
  }
  (std::make_integer_sequence<int, largest_compiled / lanes>());
}

template <class Scalar>
void DenseLu<Scalar>::set_zero() {
  std::fill(re_.begin(), re_.end(), 0.0);
  std::fill(im_.begin(), im_.end(), 0.0);
}

template <class Scalar>
std::optional<ZeroPivot> DenseLu<Scalar>::factor() {
  return factor_kernel_(*this);
}

template class DenseLu<double>;
template class DenseLu<Complex>;

}  // namespace pleuel
