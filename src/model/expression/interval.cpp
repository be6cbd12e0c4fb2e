#include "pleuel/model/expression/interval.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "pleuel/base/limits.hpp"

namespace pleuel {
namespace {

constexpr double pi = std::numbers::pi;
constexpr int of_arithmetic = 1, of_functions = 4;  // units in the last place

double below(double x, int n) {
  for (int i = 0; i < n; ++i) x = std::nextafter(x, -infinity);
  return x;
}
double above(double x, int n) {
  for (int i = 0; i < n; ++i) x = std::nextafter(x, infinity);
  return x;
}

/// Rounds the ends outwards; ends that are NaN become infinite.
Interval outward(double lo, double hi, int n) {
  return {std::isnan(lo) ? -infinity : below(lo, n), std::isnan(hi) ? infinity : above(hi, n)};
}

Interval corners(std::initializer_list<double> values, int n) {
  double lo = infinity, hi = -infinity;
  for (const double x : values) {
    if (std::isnan(x)) return Interval::whole();
    lo = std::min(lo, x);
    hi = std::max(hi, x);
  }
  return outward(lo, hi, n);
}

template <double (*f)(double)>
Interval rising(const Interval& a) {
  return outward(f(a.lo), f(a.hi), of_functions);
}

double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

bool is_bounded(const Interval& a) { return std::isfinite(a.lo) && std::isfinite(a.hi); }

/// True if x + k·period may lie in a for an integer k, within rounding.
bool may_contain(const Interval& a, double x, double period) {
  const double slack = 1e-14 * (std::abs(a.lo) + std::abs(a.hi) + std::abs(x));
  const double k = std::ceil((a.lo - slack - x) / period);
  return x + k * period <= a.hi + slack;
}

}  // namespace

Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }
// An exact zero stays exact: constants have no rate, and 0 times anything is 0.
Interval operator+(const Interval& a, const Interval& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return outward(a.lo + b.lo, a.hi + b.hi, of_arithmetic);
}
Interval operator-(const Interval& a, const Interval& b) { return a + -b; }
Interval operator*(const Interval& a, const Interval& b) {
  if (a.is_zero() || b.is_zero()) return {};
  return corners({product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)},
                 of_arithmetic);
}
Interval operator/(const Interval& a, const Interval& b) {
  if (b.contains(0)) return Interval::whole();
  if (a.is_zero()) return {};
  return corners({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi}, of_arithmetic);
}
Interval hull(const Interval& a, const Interval& b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

Interval square(const Interval& a) {
  const Interval size = abs(a);
  return {std::max(0.0, below(size.lo * size.lo, of_arithmetic)), above(size.hi * size.hi, of_arithmetic)};
}

Interval sin(const Interval& a) {
  if (!is_bounded(a) || a.hi - a.lo >= 2 * pi) return {-1, 1};
  Interval r = corners({std::sin(a.lo), std::sin(a.hi)}, of_functions);
  if (may_contain(a, 0.5 * pi, 2 * pi)) r.hi = 1;
  if (may_contain(a, -0.5 * pi, 2 * pi)) r.lo = -1;
  return {std::max(-1.0, r.lo), std::min(1.0, r.hi)};
}
Interval cos(const Interval& a) {
  if (!is_bounded(a) || a.hi - a.lo >= 2 * pi) return {-1, 1};
  Interval r = corners({std::cos(a.lo), std::cos(a.hi)}, of_functions);
  if (may_contain(a, 0, 2 * pi)) r.hi = 1;
  if (may_contain(a, pi, 2 * pi)) r.lo = -1;
  return {std::max(-1.0, r.lo), std::min(1.0, r.hi)};
}
Interval tan(const Interval& a) {
  if (!is_bounded(a) || may_contain(a, 0.5 * pi, pi)) return Interval::whole();
  return rising<std::tan>(a);
}
Interval asin(const Interval& a) {
  return rising<std::asin>({std::clamp(a.lo, -1.0, 1.0), std::clamp(a.hi, -1.0, 1.0)});
}
Interval acos(const Interval& a) { return Interval{below(pi / 2, 1), above(pi / 2, 1)} - asin(a); }
Interval atan(const Interval& a) { return rising<std::atan>(a); }
Interval sinh(const Interval& a) { return rising<std::sinh>(a); }
Interval cosh(const Interval& a) { return rising<std::cosh>(abs(a)); }
Interval tanh(const Interval& a) { return rising<std::tanh>(a); }
Interval exp(const Interval& a) {
  const Interval r = rising<std::exp>(a);
  return {std::max(0.0, r.lo), r.hi};
}
Interval log(const Interval& a) {
  if (!(a.hi > 0)) return Interval::whole();
  return outward(a.lo > 0 ? std::log(a.lo) : -infinity, std::log(a.hi), of_functions);
}
Interval sqrt(const Interval& a) {
  const Interval r = rising<std::sqrt>({std::max(0.0, a.lo), std::max(0.0, a.hi)});
  return {std::max(0.0, r.lo), r.hi};
}
Interval abs(const Interval& a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return -a;
  return {0, std::max(-a.lo, a.hi)};
}
Interval min(const Interval& a, const Interval& b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Interval max(const Interval& a, const Interval& b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }

Interval pow(const Interval& a, double p) {
  if (p == 0) return Interval::point(1);
  if (p == 1) return a;
  const bool is_whole = p == std::trunc(p);
  if (p < 0 && a.contains(0)) return Interval::whole();
  if (a.lo >= 0 || (is_whole && a.hi <= 0) || (is_whole && std::fmod(p, 2) != 0)) {
    Interval r = corners({std::pow(a.lo, p), std::pow(a.hi, p)}, of_functions);
    if (a.lo >= 0) r.lo = std::max(0.0, r.lo);
    return r;
  }
  if (!is_whole) return Interval::whole();  // roots of negative numbers
  return {0, above(std::pow(std::max(-a.lo, a.hi), p), of_functions)};
}
Interval pow(const Interval& a, const Interval& b) {
  if (b.is_point()) return pow(a, b.lo);
  return a.lo > 0 ? exp(b * log(a)) : Interval::whole();
}

Interval atan2(const Interval& y, const Interval& x) {
  const bool may_cut = x.lo <= 0 && y.contains(0);
  if (may_cut) return {below(-pi, of_functions), above(pi, of_functions)};
  return corners(
      {std::atan2(y.lo, x.lo), std::atan2(y.lo, x.hi), std::atan2(y.hi, x.lo), std::atan2(y.hi, x.hi)},
      of_functions);
}
Interval hypot(const Interval& a, const Interval& b) { return sqrt(square(a) + square(b)); }

}  // namespace pleuel
