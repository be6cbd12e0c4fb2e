// A SIMD pack of four numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace pleuel {

/// The same formula at four points: each operation works on four doubles in one or two vector
/// registers. There are no comparisons, because four points need not take the same branch.
struct Pack {
  static constexpr int size = 4;
  typedef double Numbers __attribute__((vector_size(size * sizeof(double))));
  typedef std::int64_t Masks __attribute__((vector_size(size * sizeof(double))));

  Numbers x;

  Pack() : x{} {}
  Pack(Numbers values) : x(values) {}  // NOLINT: result of a register operation
  template <class U>
  requires std::is_arithmetic_v<U> Pack(U value)  // NOLINT: constants mix with packs in formulas
      : x(Numbers{} + static_cast<double>(value)) {}
  Pack(double x0, double x1, double x2, double x3) : x{x0, x1, x2, x3} {}

  double operator[](int k) const { return x[k]; }

  Pack& operator+=(const Pack& b) { return *this = x + b.x; }
  Pack& operator-=(const Pack& b) { return *this = x - b.x; }
  Pack& operator*=(const Pack& b) { return *this = x * b.x; }
  Pack& operator/=(const Pack& b) { return *this = x / b.x; }
  Pack operator-() const { return -x; }

  friend Pack operator+(const Pack& a, const Pack& b) { return a.x + b.x; }
  friend Pack operator-(const Pack& a, const Pack& b) { return a.x - b.x; }
  friend Pack operator*(const Pack& a, const Pack& b) { return a.x * b.x; }
  friend Pack operator/(const Pack& a, const Pack& b) { return a.x / b.x; }

  /// Applies f to each number.
  template <class F>
  static Pack each(const Pack& a, F f) {
    return {f(a[0]), f(a[1]), f(a[2]), f(a[3])};
  }
  template <class F>
  static Pack each(const Pack& a, const Pack& b, F f) {
    return {f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])};
  }

  friend Pack sin(const Pack& a) {
    return trigonometric(a, 0, [](double x) { return std::sin(x); });
  }
  friend Pack cos(const Pack& a) {
    return trigonometric(a, 1, [](double x) { return std::cos(x); });
  }
  friend Pack tan(const Pack& a) { return sin(a) / cos(a); }
  friend Pack asin(const Pack& a) {
    return each(a, [](double x) { return std::asin(x); });
  }
  friend Pack acos(const Pack& a) {
    return each(a, [](double x) { return std::acos(x); });
  }
  friend Pack atan(const Pack& a) {
    return each(a, [](double x) { return std::atan(x); });
  }
  friend Pack atan2(const Pack& a, const Pack& b) {
    return each(a, b, [](double y, double x) { return std::atan2(y, x); });
  }
  friend Pack sqrt(const Pack& a) {
    return each(a, [](double x) { return std::sqrt(x); });
  }
  friend Pack exp(const Pack& a) {
    return each(a, [](double x) { return std::exp(x); });
  }
  friend Pack log(const Pack& a) {
    return each(a, [](double x) { return std::log(x); });
  }
  friend Pack tanh(const Pack& a) {
    return each(a, [](double x) { return std::tanh(x); });
  }
  friend Pack sinh(const Pack& a) {
    return each(a, [](double x) { return std::sinh(x); });
  }
  friend Pack cosh(const Pack& a) {
    return each(a, [](double x) { return std::cosh(x); });
  }
  friend Pack pow(const Pack& a, double p) {
    return each(a, [p](double x) { return std::pow(x, p); });
  }
  friend Pack pow(const Pack& a, const Pack& p) {
    return each(a, p, [](double x, double y) { return std::pow(x, y); });
  }
  friend Pack abs(const Pack& a) {
    return each(a, [](double x) { return std::abs(x); });
  }

 private:
  /// sin(a + shift π/2), accurate to three units in the last place. Let k be the integer nearest to
  /// a/(π/2) and r = a − k π/2, |r| ≤ π/4. The result is ± the sine or cosine of r, depending on
  /// k + shift modulo 4. π/2 = high + middle + low, where the first two have 33 bits: their
  /// products with k < 2²⁰ are exact. Beyond that, and for values that are not finite, `one_by_one`
  /// is used.
  template <class F>
  [[gnu::always_inline]] static inline Pack trigonometric(const Pack& a, std::int64_t shift, F one_by_one) {
    constexpr double high = 0x1.921fb544p+0, middle = 0x1.0b4611a6p-34, low = 0x1.3198a2e037073p-69;
    constexpr double limit = 1048576 * 1.5, two_over_pi = 0.63661977236758134308;
    // adding it leaves the nearest integer in the last bits
    constexpr double to_integer = 0x1.8p52;
    const Masks is_far = !((a.x < limit) & (a.x > -limit));
    if ((is_far[0] | is_far[1] | is_far[2] | is_far[3]) != 0) return each(a, one_by_one);
    const Numbers shifted = a.x * two_over_pi + to_integer;
    const Numbers k = shifted - to_integer;
    const Numbers r = ((a.x - k * high) - k * middle) - k * low;
    const Masks quadrant = std::bit_cast<Masks>(shifted) + shift;
    const Masks is_cosine = -(quadrant & 1);
    const Masks sign = (quadrant & 2) << 62;
    const Numbers value = is_cosine ? cosine(r * r) : sine(r, r * r);
    const Masks signed_value = std::bit_cast<Masks>(value) ^ sign;
    return std::bit_cast<Numbers>(signed_value);
  }

  /// Taylor series, z = r² ≤ π²/16: the omitted terms, r¹⁹/19! and r¹⁸/18!, are below 2⁻⁵⁸.
  [[gnu::always_inline]] static inline Numbers sine(const Numbers& r, const Numbers& z) {
    Numbers sum = 1.0 / 1307674368000 - z * (1.0 / 355687428096000);
    sum = 1.0 / 6227020800 - z * sum;
    sum = 1.0 / 39916800 - z * sum;
    sum = 1.0 / 362880 - z * sum;
    sum = 1.0 / 5040 - z * sum;
    sum = 1.0 / 120 - z * sum;
    sum = 1.0 / 6 - z * sum;
    return r - r * z * sum;
  }
  [[gnu::always_inline]] static inline Numbers cosine(const Numbers& z) {
    Numbers sum = 1.0 / 87178291200 - z * (1.0 / 20922789888000);
    sum = 1.0 / 479001600 - z * sum;
    sum = 1.0 / 3628800 - z * sum;
    sum = 1.0 / 40320 - z * sum;
    sum = 1.0 / 720 - z * sum;
    sum = 1.0 / 24 - z * sum;
    return 1.0 - z * (0.5 - z * sum);
  }
};

}  // namespace pleuel
