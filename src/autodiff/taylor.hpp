// Taylor numbers with two derivatives along one curve.
#pragma once

#include <cmath>
#include <type_traits>

namespace pleuel {

/// x(τ) = x + τ ẋ + ½ τ² ẍ + O(τ³). Evaluating g on a curve with these numbers gives g, ġ and g̈: a
/// constraint at its three levels. f(x(τ)) has the derivatives f'ẋ and f'ẍ + f''ẋ².
template <class T>
struct Taylor {
  T x{};
  T d{};   // first derivative
  T dd{};  // second derivative

  Taylor() = default;
  Taylor(const T& value) : x(value) {}  // NOLINT: constants mix with Taylor numbers in formulas
  template <class U>
  requires(std::is_arithmetic_v<U> && !std::is_same_v<U, T>) Taylor(U value)
      : x(static_cast<double>(value)) {}  // NOLINT: as above
  Taylor(const T& value, const T& first, const T& second) : x(value), d(first), dd(second) {}

  Taylor& operator+=(const Taylor& b) {
    x += b.x;
    d += b.d;
    dd += b.dd;
    return *this;
  }
  Taylor& operator-=(const Taylor& b) {
    x -= b.x;
    d -= b.d;
    dd -= b.dd;
    return *this;
  }
  Taylor& operator*=(const Taylor& b) {
    dd = dd * b.x + 2.0 * (d * b.d) + x * b.dd;
    d = d * b.x + x * b.d;
    x *= b.x;
    return *this;
  }
  Taylor& operator/=(const Taylor& b) { return *this *= 1.0 / b; }
  Taylor& operator+=(double c) {
    x += c;
    return *this;
  }
  Taylor& operator-=(double c) {
    x -= c;
    return *this;
  }
  Taylor& operator*=(double c) {
    x *= c;
    d *= c;
    dd *= c;
    return *this;
  }
  Taylor& operator/=(double c) { return *this *= 1.0 / c; }
  Taylor operator-() const { return {-x, -d, -dd}; }

  /// The chain rule, given f(x), f'(x), f''(x).
  Taylor with(const T& f, const T& f1, const T& f2) const { return {f, f1 * d, f1 * dd + f2 * (d * d)}; }

  friend Taylor operator+(Taylor a, const Taylor& b) { return a += b; }
  friend Taylor operator-(Taylor a, const Taylor& b) { return a -= b; }
  friend Taylor operator*(Taylor a, const Taylor& b) { return a *= b; }
  friend Taylor operator/(Taylor a, const Taylor& b) { return a /= b; }
  friend Taylor operator+(Taylor a, double c) { return a += c; }
  friend Taylor operator-(Taylor a, double c) { return a -= c; }
  friend Taylor operator*(Taylor a, double c) { return a *= c; }
  friend Taylor operator/(Taylor a, double c) { return a /= c; }
  friend Taylor operator+(double c, Taylor a) { return a += c; }
  friend Taylor operator-(double c, const Taylor& a) { return -a + c; }
  friend Taylor operator*(double c, Taylor a) { return a *= c; }
  friend Taylor operator/(double c, const Taylor& a) {
    const T r = 1.0 / a.x;
    const T r2 = r * r;
    return a.with(c * r, -c * r2, 2.0 * c * (r2 * r));
  }

  friend bool operator<(const Taylor& a, const Taylor& b) { return a.x < b.x; }
  friend bool operator>(const Taylor& a, const Taylor& b) { return b.x < a.x; }
  friend bool operator<=(const Taylor& a, const Taylor& b) { return !(b.x < a.x); }
  friend bool operator>=(const Taylor& a, const Taylor& b) { return !(a.x < b.x); }

  friend Taylor sin(const Taylor& a) {
    using std::cos, std::sin;
    const T s = sin(a.x);
    return a.with(s, cos(a.x), -s);
  }
  friend Taylor cos(const Taylor& a) {
    using std::cos, std::sin;
    const T c = cos(a.x);
    return a.with(c, -sin(a.x), -c);
  }
  friend Taylor tan(const Taylor& a) {
    using std::tan;
    const T f = tan(a.x);
    const T f1 = 1.0 + f * f;
    return a.with(f, f1, 2.0 * (f * f1));
  }
  friend Taylor asin(const Taylor& a) {
    using std::asin, std::sqrt;
    const T w = 1.0 - a.x * a.x;
    const T f1 = 1.0 / sqrt(w);
    return a.with(asin(a.x), f1, a.x * f1 / w);
  }
  friend Taylor acos(const Taylor& a) {
    using std::acos, std::sqrt;
    const T w = 1.0 - a.x * a.x;
    const T f1 = -1.0 / sqrt(w);
    return a.with(acos(a.x), f1, a.x * f1 / w);
  }
  friend Taylor atan(const Taylor& a) {
    using std::atan;
    const T f1 = 1.0 / (1.0 + a.x * a.x);
    return a.with(atan(a.x), f1, -2.0 * (a.x * (f1 * f1)));
  }
  /// atan2(y, x) is atan(y/x) up to a constant; its derivatives follow from ω = (x ẏ − y ẋ)/r².
  friend Taylor atan2(const Taylor& b, const Taylor& a) {
    using std::atan2;
    const T r2 = a.x * a.x + b.x * b.x;
    const T w = (a.x * b.d - b.x * a.d) / r2;
    const T w_dot = (a.x * b.dd - b.x * a.dd - 2.0 * (w * (a.x * a.d + b.x * b.d))) / r2;
    return {atan2(b.x, a.x), w, w_dot};
  }
  friend Taylor sqrt(const Taylor& a) {
    using std::sqrt;
    const T f = sqrt(a.x);
    return a.with(f, 0.5 / f, -0.25 / (f * a.x));
  }
  friend Taylor exp(const Taylor& a) {
    using std::exp;
    const T f = exp(a.x);
    return a.with(f, f, f);
  }
  friend Taylor log(const Taylor& a) {
    using std::log;
    const T r = 1.0 / a.x;
    return a.with(log(a.x), r, -(r * r));
  }
  friend Taylor tanh(const Taylor& a) {
    using std::tanh;
    const T f = tanh(a.x);
    const T f1 = 1.0 - f * f;
    return a.with(f, f1, -2.0 * (f * f1));
  }
  friend Taylor sinh(const Taylor& a) {
    using std::cosh, std::sinh;
    const T f = sinh(a.x);
    return a.with(f, cosh(a.x), f);
  }
  friend Taylor cosh(const Taylor& a) {
    using std::cosh, std::sinh;
    const T f = cosh(a.x);
    return a.with(f, sinh(a.x), f);
  }
  friend Taylor pow(const Taylor& a, double p) {
    using std::pow;
    if (p == 0) return Taylor(1.0);  // independent of x; 0 · x⁻¹ would be NaN at x = 0
    if (p == 1) return a;            // also avoids 0 · x⁻¹ in the second derivative
    return a.with(pow(a.x, p), p * pow(a.x, p - 1.0), p * (p - 1.0) * pow(a.x, p - 2.0));
  }
  friend Taylor pow(const Taylor& a, const Taylor& p) { return exp(p * log(a)); }
  friend Taylor abs(const Taylor& a) { return a.x < T(0.0) ? -a : a; }
};

}  // namespace pleuel
