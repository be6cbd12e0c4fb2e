// Interval arithmetic with outward rounding.
#pragma once

#include <limits>

namespace pleuel {

/// [lo, hi], ends included; infinite ends are allowed. Every operation returns an interval that
/// contains the exact results for all numbers of its arguments. Ends are rounded outwards by one
/// unit in the last place after + − · /, and by four after functions of the C library, whose errors
/// are smaller. Unbounded results, such as 1/[−1, 1], are the whole line.
struct Interval {
  double lo = 0, hi = 0;

  static constexpr Interval whole() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  static constexpr Interval point(double x) { return {x, x}; }

  bool contains(double x) const { return lo <= x && x <= hi; }
  bool is_point() const { return lo == hi; }
  bool is_zero() const { return lo == 0 && hi == 0; }
};

Interval operator-(const Interval& a);
Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);
/// The smallest interval that contains both.
Interval hull(const Interval& a, const Interval& b);

Interval square(const Interval& a);
Interval sin(const Interval& a);
Interval cos(const Interval& a);
Interval tan(const Interval& a);
/// Arguments outside of [−1, 1] are ignored.
Interval asin(const Interval& a);
Interval acos(const Interval& a);
Interval atan(const Interval& a);
Interval sinh(const Interval& a);
Interval cosh(const Interval& a);
Interval tanh(const Interval& a);
Interval exp(const Interval& a);
/// Arguments ≤ 0 are ignored; if none is left, the result is the whole line.
Interval log(const Interval& a);
/// Negative arguments are ignored.
Interval sqrt(const Interval& a);
Interval abs(const Interval& a);
Interval min(const Interval& a, const Interval& b);
Interval max(const Interval& a, const Interval& b);
Interval pow(const Interval& a, double exponent);
Interval pow(const Interval& a, const Interval& b);
/// If the arguments touch the branch cut or the origin: [−π, π].
Interval atan2(const Interval& y, const Interval& x);
Interval hypot(const Interval& a, const Interval& b);

}  // namespace pleuel
