// Dual numbers with first derivatives.
#pragma once

#include <cmath>
#include <type_traits>

namespace pleuel {

/// x + Σₖ dₖ εₖ with εⱼ εₖ = 0: a value and its derivatives in N directions. T is double, or
/// another such number for higher derivatives. Every function f extends as
/// f(x + dε) = f(x) + f'(x) d ε.
template <int N, class T = double>
struct Dual {
  T x{};
  T d[N]{};

  Dual() = default;
  Dual(const T& value) : x(value) {}  // NOLINT: constants mix with duals in formulas
  template <class U>
  requires(std::is_arithmetic_v<U> && !std::is_same_v<U, T>) Dual(U value)
      : x(static_cast<double>(value)) {}  // NOLINT: as above

  Dual& operator+=(const Dual& b) {
    x += b.x;
    for (int k = 0; k < N; ++k) d[k] += b.d[k];
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    x -= b.x;
    for (int k = 0; k < N; ++k) d[k] -= b.d[k];
    return *this;
  }
  Dual& operator*=(const Dual& b) {
    for (int k = 0; k < N; ++k) d[k] = d[k] * b.x + x * b.d[k];
    x *= b.x;
    return *this;
  }
  Dual& operator/=(const Dual& b) { return *this *= b.with(1.0 / b.x, -1.0 / (b.x * b.x)); }
  Dual& operator+=(double c) {
    x += c;
    return *this;
  }
  Dual& operator-=(double c) {
    x -= c;
    return *this;
  }
  Dual& operator*=(double c) {
    x *= c;
    for (int k = 0; k < N; ++k) d[k] *= c;
    return *this;
  }
  Dual& operator/=(double c) { return *this *= 1.0 / c; }

  Dual operator-() const {
    Dual r;
    r.x = -x;
    for (int k = 0; k < N; ++k) r.d[k] = -d[k];
    return r;
  }

  /// f + f' d: the chain rule, given f(x) and f'(x).
  Dual with(const T& f, const T& slope) const {
    Dual r;
    r.x = f;
    for (int k = 0; k < N; ++k) r.d[k] = slope * d[k];
    return r;
  }

  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator*(Dual a, const Dual& b) { return a *= b; }
  friend Dual operator/(Dual a, const Dual& b) { return a /= b; }
  friend Dual operator+(Dual a, double c) { return a += c; }
  friend Dual operator-(Dual a, double c) { return a -= c; }
  friend Dual operator*(Dual a, double c) { return a *= c; }
  friend Dual operator/(Dual a, double c) { return a /= c; }
  friend Dual operator+(double c, Dual a) { return a += c; }
  friend Dual operator-(double c, const Dual& a) { return -a + c; }
  friend Dual operator*(double c, Dual a) { return a *= c; }
  friend Dual operator/(double c, const Dual& a) { return a.with(c / a.x, -c / (a.x * a.x)); }

  friend bool operator<(const Dual& a, const Dual& b) { return a.x < b.x; }
  friend bool operator>(const Dual& a, const Dual& b) { return b.x < a.x; }
  friend bool operator<=(const Dual& a, const Dual& b) { return !(b.x < a.x); }
  friend bool operator>=(const Dual& a, const Dual& b) { return !(a.x < b.x); }

  friend Dual sin(const Dual& a) {
    using std::cos;
    using std::sin;
    return a.with(sin(a.x), cos(a.x));
  }
  friend Dual cos(const Dual& a) {
    using std::cos;
    using std::sin;
    return a.with(cos(a.x), -sin(a.x));
  }
  friend Dual tan(const Dual& a) {
    using std::tan;
    const T f = tan(a.x);
    return a.with(f, 1.0 + f * f);
  }
  friend Dual asin(const Dual& a) {
    using std::asin;
    using std::sqrt;
    return a.with(asin(a.x), 1.0 / sqrt(1.0 - a.x * a.x));
  }
  friend Dual acos(const Dual& a) {
    using std::acos;
    using std::sqrt;
    return a.with(acos(a.x), -1.0 / sqrt(1.0 - a.x * a.x));
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return a.with(atan(a.x), 1.0 / (1.0 + a.x * a.x));
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T r2 = x.x * x.x + y.x * y.x;
    Dual r;
    r.x = atan2(y.x, x.x);
    for (int k = 0; k < N; ++k) r.d[k] = (x.x * y.d[k] - y.x * x.d[k]) / r2;
    return r;
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T f = sqrt(a.x);
    return a.with(f, 0.5 / f);
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T f = exp(a.x);
    return a.with(f, f);
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return a.with(log(a.x), 1.0 / a.x);
  }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const T f = tanh(a.x);
    return a.with(f, 1.0 - f * f);
  }
  friend Dual sinh(const Dual& a) {
    using std::cosh;
    using std::sinh;
    return a.with(sinh(a.x), cosh(a.x));
  }
  friend Dual cosh(const Dual& a) {
    using std::cosh;
    using std::sinh;
    return a.with(cosh(a.x), sinh(a.x));
  }
  friend Dual pow(const Dual& a, double p) {
    using std::pow;
    if (p == 0) return Dual(1.0);  // independent of x; 0 · x⁻¹ would be NaN at x = 0
    return a.with(pow(a.x, p), p * pow(a.x, p - 1.0));
  }
  friend Dual pow(const Dual& a, const Dual& p) { return exp(p * log(a)); }
  friend Dual abs(const Dual& a) { return a.x < T(0.0) ? -a : a; }
};

}  // namespace pleuel
