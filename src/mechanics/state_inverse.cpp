#include "pleuel/mechanics/state_inverse.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "pleuel/base/thread_pool.hpp"
#include "pleuel/linalg/simd.hpp"

namespace pleuel {
namespace {

constexpr int largest_on_stack = 16;  // states of a block

inline Lanes size_of_lanes(Lanes x) { return x < 0 ? -x : x; }

/// Four real or complex numbers.
struct RealLanes {
  Lanes re;
};
struct ComplexLanes {
  Lanes re, im;
};
inline Lanes magnitude(const RealLanes& x) { return size_of_lanes(x.re); }
inline Lanes magnitude(const ComplexLanes& x) { return size_of_lanes(x.re) + size_of_lanes(x.im); }
inline RealLanes inverse(const RealLanes& x) { return {1.0 / x.re}; }
inline ComplexLanes inverse(const ComplexLanes& x) {
  // Divided by the larger part first: squares might overflow.
  const auto is_real = size_of_lanes(x.re) >= size_of_lanes(x.im);
  const Lanes large = is_real ? x.re : x.im, small = is_real ? x.im : x.re;
  const Lanes ratio = small / large, scale = 1.0 / (large + small * ratio);
  return {is_real ? scale : ratio * scale, is_real ? -ratio * scale : -scale};
}
inline RealLanes operator*(const RealLanes& a, const RealLanes& b) { return {a.re * b.re}; }
inline ComplexLanes operator*(const ComplexLanes& a, const ComplexLanes& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline void subtract_lanes(RealLanes& sum, const RealLanes& a, const RealLanes& b) { sum.re -= a.re * b.re; }
inline void subtract_lanes(ComplexLanes& sum, const ComplexLanes& a, const ComplexLanes& b) {
  sum.re -= a.re * b.re - a.im * b.im;
  sum.im -= a.re * b.im + a.im * b.re;
}

inline void swap_lane(Lanes& a, Lanes& b, int lane) {
  const double kept = a[lane];
  a[lane] = b[lane];
  b[lane] = kept;
}
inline void swap_lane(RealLanes& a, RealLanes& b, int lane) { swap_lane(a.re, b.re, lane); }
inline void swap_lane(ComplexLanes& a, ComplexLanes& b, int lane) {
  swap_lane(a.re, b.re, lane);
  swap_lane(a.im, b.im, lane);
}

inline void set_all(RealLanes& a, double value) { a.re = Lanes{} + value; }
inline void set_all(ComplexLanes& a, Complex value) { a = {Lanes{} + value.real(), Lanes{} + value.imag()}; }

/// A row number per lane.
struct LaneRows {
  std::array<int, lanes> row;
};

/// Inverts four n × n matrices in place; entry (i, j) is a[i n + j]. Returns the first pivot that
/// is zero in some lane, and the lane, or {−1, 0}.
template <class L>
std::pair<int, int> invert_in_place(L* a, int n, LaneRows* exchanged) {
  for (int k = 0; k < n; ++k) {
    Lanes best = magnitude(a[k * n + k]), row = Lanes{} + static_cast<double>(k);
    for (int i = k + 1; i < n; ++i) {
      const Lanes candidate = magnitude(a[i * n + k]);
      const auto is_larger = candidate > best;
      best = is_larger ? candidate : best;
      row = is_larger ? Lanes{} + static_cast<double>(i) : row;
    }
    for (int lane = 0; lane < lanes; ++lane) {
      if (!(best[lane] > 0)) return {k, lane};
      const int p = exchanged[k].row[lane] = static_cast<int>(row[lane]);
      if (p != k)
        for (int j = 0; j < n; ++j) swap_lane(a[k * n + j], a[p * n + j], lane);
    }
    L* const pivot_row = a + k * n;
    const L scale = inverse(pivot_row[k]);
    set_all(pivot_row[k], 1.0);
    for (int j = 0; j < n; ++j) pivot_row[j] = pivot_row[j] * scale;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      L* const other = a + i * n;
      const L multiple = other[k];
      set_all(other[k], 0.0);
      for (int j = 0; j < n; ++j) subtract_lanes(other[j], multiple, pivot_row[j]);
    }
  }
  for (int k = n - 1; k >= 0; --k)
    for (int lane = 0; lane < lanes; ++lane)
      if (const int p = exchanged[k].row[lane]; p != k)
        for (int i = 0; i < n; ++i) swap_lane(a[i * n + k], a[i * n + p], lane);
  return {-1, 0};
}

}  // namespace

template <class Scalar>
StateInverse<Scalar>::StateInverse(const std::vector<StateBlock>& blocks) : blocks_(blocks) {
  std::size_t n_entries = 0, n_passive_entries = 0;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const int n = blocks_[b].n_active();
    place_.push_back(n_entries);
    passive_place_.push_back(n_passive_entries);
    n_entries += static_cast<std::size_t>(n) * n;
    n_passive_entries += static_cast<std::size_t>(blocks_[b].n_passive) * n;
    largest_ = std::max(largest_, n);
    const bool joins = b > 0 && n == blocks_[b - 1].n_active() && static_cast<int>(b) - packs_.back() < lanes;
    if (!joins) packs_.push_back(static_cast<int>(b));
  }
  packs_.push_back(static_cast<int>(blocks_.size()));
  re_.assign(n_entries, 0.0);
  passive_.assign(n_passive_entries, 0.0);
  if (is_complex) im_.assign(n_entries, 0.0);
}

template <class Scalar>
int StateInverse<Scalar>::invert(Scalar alpha, const FixedMatrix& sigma_s) {
  is_zero_ = std::isinf(std::abs(alpha));
  inverse_alpha_ = is_zero_ ? Scalar(0) : 1.0 / alpha;
  if (is_zero_) {
    std::fill(re_.begin(), re_.end(), 0.0);
    std::fill(im_.begin(), im_.end(), 0.0);
    for (int j = 0; j < sigma_s.cols; ++j)
      for (int k = sigma_s.start[j]; k < sigma_s.start[j + 1]; ++k)
        if (!std::isfinite(sigma_s.value[k])) return j;
    return -1;
  }
  const int n_packs = static_cast<int>(packs_.size()) - 1;
  std::atomic<int> fault = std::numeric_limits<int>::max();
  const double operations = (is_complex ? 8.0 : 2.0) * lanes * largest_ * largest_ * largest_;
  for_each_range(n_packs, operations, [&](int first, int end) {
    for (int pack = first; pack < end; ++pack)
      if (const int state = invert_pack(packs_[pack], packs_[pack + 1] - packs_[pack], alpha, sigma_s);
          state >= 0) {
        for (int known = fault; state < known && !fault.compare_exchange_weak(known, state);) continue;
        return;
      }
  });
  return fault == std::numeric_limits<int>::max() ? -1 : fault.load();
}

/// Inverts `count` ≤ lanes blocks of equal size, from `first` on; unused lanes repeat the last one.
template <class Scalar>
int StateInverse<Scalar>::invert_pack(int first, int count, Scalar alpha, const FixedMatrix& sigma_s) {
  using L = std::conditional_t<is_complex, ComplexLanes, RealLanes>;
  const int n = blocks_[first].n_active();
  std::array<L, largest_on_stack * largest_on_stack> small;
  std::array<LaneRows, largest_on_stack> small_exchanged;
  std::vector<L> large;
  std::vector<LaneRows> large_exchanged;
  L* a = small.data();
  LaneRows* exchanged = small_exchanged.data();
  if (n > largest_on_stack) {
    large.resize(static_cast<std::size_t>(n) * n);
    large_exchanged.resize(n);
    a = large.data();
    exchanged = large_exchanged.data();
  }
  for (int k = 0; k < n * n; ++k) set_all(a[k], 0.0);
  for (int i = 0; i < n; ++i) set_all(a[i * n + i], alpha);
  for (int lane = 0; lane < lanes; ++lane) {
    const int number = first + std::min(lane, count - 1), start = blocks_[number].first;
    double* const passive = passive_.data() + passive_place_[number];
    for (int j = 0; j < n; ++j)
      for (int k = sigma_s.start[start + j]; k < sigma_s.start[start + j + 1]; ++k)
        if (const int i = sigma_s.row[k] - start; i < n)
          a[i * n + j].re[lane] -= sigma_s.value[k];
        else
          passive[(i - n) * n + j] = sigma_s.value[k];
  }
  if (const auto [pivot, lane] = invert_in_place(a, n, exchanged); pivot >= 0)
    return blocks_[first + std::min(lane, count - 1)].first + pivot;
  for (int b = first; b < first + count; ++b)
    if (blocks_[b].n_passive > 0 && alpha == Scalar(0)) return blocks_[b].first + n;
  for (int lane = 0; lane < count; ++lane) {
    const std::size_t place = place_[first + lane];
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const L& entry = a[i * n + j];
        re_[place + j * n + i] = entry.re[lane];
        if constexpr (is_complex) im_[place + j * n + i] = entry.im[lane];
      }
  }
  return -1;
}

template <class Scalar>
void StateInverse<Scalar>::apply(Split x, Split y) const {
  const double operations = (is_complex ? 8.0 : 2.0) * largest_ * largest_;
  for_each_range(static_cast<int>(blocks_.size()), operations, [&](int first, int end) {
    for (int b = first; b < end; ++b) {
      const int start = blocks_[b].first;
      apply_active(b, x + start, y + start);
      apply_passive(b, x + start, y + start);
    }
  });
}

template <class Scalar>
void StateInverse<Scalar>::apply_active(int block, Split x, Split y) const {
  const int n = blocks_[block].n_active();
  for (int i = 0; i < n; ++i) {
    y.re[i] = 0;
    if constexpr (is_complex) y.im[i] = 0;
  }
  const double *t_re = re(block), *t_im = is_complex ? im(block) : nullptr;
  for (int j = 0; j < n; ++j, t_re += n, t_im += is_complex ? n : 0)
    for (int i = 0; i < n; ++i) {
      if constexpr (is_complex) {
        y.re[i] += t_re[i] * x.re[j] - t_im[i] * x.im[j];
        y.im[i] += t_re[i] * x.im[j] + t_im[i] * x.re[j];
      } else {
        y.re[i] += t_re[i] * x.re[j];
      }
    }
}

template <class Scalar>
void StateInverse<Scalar>::apply_passive(int block, Split x, Split y) const {
  const int n = blocks_[block].n_active();
  const double* sigma = passive_.data() + passive_place_[block];
  for (int i = n; i < blocks_[block].size; ++i, sigma += n) {
    const auto sum = [&](const double* of_x, const double* of_y) {
      double total = of_x[i];
      for (int j = 0; j < n; ++j) total += sigma[j] * of_y[j];
      return total;
    };
    if constexpr (is_complex) {
      const Complex value = Complex(sum(x.re, y.re), sum(x.im, y.im)) * inverse_alpha_;
      y.re[i] = value.real();
      y.im[i] = value.imag();
    } else {
      y.re[i] = sum(x.re, y.re) * inverse_alpha_;
    }
  }
}

template class StateInverse<double>;
template class StateInverse<Complex>;

}  // namespace pleuel
