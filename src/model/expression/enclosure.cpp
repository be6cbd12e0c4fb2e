#include "pleuel/model/expression/enclosure.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"

namespace pleuel {
namespace {

constexpr Interval truth = {0, 1};

Enclosure constant(double x) { return {Interval::point(x), {}}; }

/// f(a) by the intervals of f and of f'.
Enclosure chain(const Interval& f, const Interval& slope, const Enclosure& a) {
  return {f, a.rate.is_zero() ? Interval{} : slope * a.rate};
}

Interval one_plus(const Interval& x) { return Interval::point(1) + x; }

Enclosure power(const Enclosure& a, const Enclosure& b) {
  const Interval f = pow(a.value, b.value);
  if (b.is_constant()) {
    const double p = b.value.lo;
    return p == 0 ? constant(1) : chain(f, b.value * pow(a.value, p - 1), a);
  }
  if (!(a.value.lo > 0)) return {f, Interval::whole()};
  return {f, f * (b.rate * log(a.value) + b.value * a.rate / a.value)};
}

Enclosure product(const Enclosure& a, const Enclosure& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate};
}

// u³(10 − 15u + 6u²) rises from 0 to 1; its slope 30u²(1 − u)² rises up to u = 1/2.
Interval smooth_value(const Interval& u) {
  const auto end = [](double x) { return value_of(Operation::smooth, x, x); };
  const double lo = end(u.lo), hi = end(u.hi);
  if (lo == hi && (lo == 0 || lo == 1)) return Interval::point(lo);
  constexpr double rounding = 1e-14;  // 10 − 15u + 6u² cancels
  return {std::max(0.0, lo - rounding), std::min(1.0, hi + rounding)};
}
Interval smooth_slope(const Interval& u) {
  const auto slope = [](double x) { return derivatives_of(Operation::smooth, x, x, false).a; };
  constexpr double steepest = 1.875, rounding = 1e-13;
  const double lo = slope(u.lo), hi = slope(u.hi);
  return {std::max(0.0, std::min(lo, hi) - rounding),
          u.contains(0.5) ? steepest : std::max(lo, hi) + rounding};
}

/// 1, 0 or, if both are possible, [0, 1]: whether the value is nonzero.
Interval truth_of(const Interval& x) {
  if (x.is_zero()) return Interval::point(0);
  return x.contains(0) ? truth : Interval::point(1);
}
Enclosure logical(const Interval& x) { return {x, x.is_point() ? Interval{} : Interval::whole()}; }

/// Single points of equality are ignored.
bool are_equal(const Enclosure& a, const Enclosure& b) {
  return a.is_constant() && b.is_constant() && a.value.lo == b.value.lo;
}

}  // namespace

Pieces pieces_of(Operation op) {
  switch (op) {
    case Operation::abs:
    case Operation::min:
    case Operation::max:
    case Operation::smooth:
      return Pieces::joined;
    case Operation::sign:
    case Operation::floor:
    case Operation::step:
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
    case Operation::atan2:
      return Pieces::jumping;
    default:
      return Pieces::none;
  }
}

static bool is_told_by_difference(Operation op) {
  return n_arguments(op) == 2 && op != Operation::atan2;  // its branch cut is at a = 0
}
Enclosure deciding(Operation op, const Enclosure& a, const Enclosure& b) {
  if (!is_told_by_difference(op)) return a;
  return {a.value - b.value, a.rate - b.rate};
}
double deciding(Operation op, double a, double b) { return is_told_by_difference(op) ? a - b : a; }

double level_above(Operation op, double x) {
  if (op == Operation::floor) return std::floor(x) + 1;
  if (x < 0) return 0;
  return op == Operation::smooth && x < 1 ? 1 : infinity;
}
double level_below(Operation op, double x) {
  if (op == Operation::floor) return std::ceil(x) - 1;
  if (op == Operation::smooth && x > 1) return 1;
  return x > 0 ? 0 : -infinity;
}

Enclosure enclose(Operation op, const Enclosure& a, const Enclosure& b) {
  const Interval &x = a.value, &y = b.value;
  switch (op) {
    case Operation::negate:
      return {-x, -a.rate};
    case Operation::sin:
      return chain(sin(x), cos(x), a);
    case Operation::cos:
      return chain(cos(x), -sin(x), a);
    case Operation::tan: {
      // At a pole tan jumps from +∞ to −∞: it does not increase there, although its derivative is
      // ≥ 1.
      const Interval value = tan(x);
      const bool has_pole = std::isinf(value.lo) || std::isinf(value.hi);
      return chain(value, has_pole ? Interval::whole() : one_plus(square(value)), a);
    }
    case Operation::asin:
      return chain(asin(x), Interval::point(1) / sqrt(one_plus(-square(x))), a);
    case Operation::acos:
      return chain(acos(x), Interval::point(-1) / sqrt(one_plus(-square(x))), a);
    case Operation::atan:
      return chain(atan(x), Interval::point(1) / one_plus(square(x)), a);
    case Operation::sinh:
      return chain(sinh(x), cosh(x), a);
    case Operation::cosh:
      return chain(cosh(x), sinh(x), a);
    case Operation::tanh:
      return chain(tanh(x), Interval::point(1) / square(cosh(x)), a);
    case Operation::exp:
      return chain(exp(x), exp(x), a);
    case Operation::log:
      return chain(log(x), Interval::point(1) / x, a);
    case Operation::log10:
      return product(chain(log(x), Interval::point(1) / x, a),
                     {Interval::point(1) / log(Interval::point(10)), {}});
    case Operation::sqrt:
      return chain(sqrt(x), Interval::point(0.5) / sqrt(x), a);
    case Operation::abs:
      return {abs(x), x.lo >= 0 ? a.rate : x.hi <= 0 ? -a.rate : hull(a.rate, -a.rate)};
    case Operation::sign:
      if (x.lo > 0 || x.hi < 0 || a.is_constant()) return constant(value_of(op, x.lo, x.lo));
      return {{-1, 1}, Interval::whole()};
    case Operation::floor:
      if (std::floor(x.lo) == std::floor(x.hi)) return constant(std::floor(x.lo));
      return {{std::floor(x.lo), std::floor(x.hi)}, Interval::whole()};
    case Operation::step:
      if (x.lo >= 0 || x.hi < 0) return constant(value_of(op, x.lo, x.lo));
      return logical(truth);
    case Operation::smooth:
      return chain(smooth_value(x), smooth_slope(x), a);
    case Operation::add:
      return {x + y, a.rate + b.rate};
    case Operation::subtract:
      return {x - y, a.rate - b.rate};
    case Operation::multiply:
      return product(a, b);
    case Operation::divide:
      return {x / y, (a.rate - x / y * b.rate) / y};
    case Operation::power:
      return power(a, b);
    case Operation::atan2: {
      const Interval r2 = square(x) + square(y);
      const bool may_jump = y.lo <= 0 && x.contains(0);
      return {atan2(x, y), may_jump ? Interval::whole() : (a.rate * y - x * b.rate) / r2};
    }
    case Operation::hypot: {
      const Interval r = hypot(x, y);
      return {r, (x * a.rate + y * b.rate) / r};
    }
    case Operation::min:
      if (x.hi < y.lo) return a;
      if (y.hi < x.lo) return b;
      return {min(x, y), hull(a.rate, b.rate)};
    case Operation::max:
      if (x.lo > y.hi) return a;
      if (y.lo > x.hi) return b;
      return {max(x, y), hull(a.rate, b.rate)};
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
      if (x.hi < y.lo || y.hi < x.lo || (a.is_constant() && b.is_constant()))
        return constant(value_of(op, x.lo, y.lo));
      return logical(truth);
    case Operation::equal:
      return constant(are_equal(a, b) ? 1 : 0);
    case Operation::not_equal:
      return constant(are_equal(a, b) ? 0 : 1);
    case Operation::both:
      return logical(min(truth_of(x), truth_of(y)));
    case Operation::either:
      return logical(max(truth_of(x), truth_of(y)));
    case Operation::constant:
    case Operation::input:
    case Operation::select:
      break;
  }
  return {Interval::whole(), Interval::whole()};
}

Enclosure enclose_in_piece(Operation op, const Enclosure& a, const Enclosure& b, double x, double y) {
  switch (op) {
    case Operation::abs:
      return x < 0 ? Enclosure{-a.value, -a.rate} : a;
    case Operation::min:
      return y < x ? b : a;
    case Operation::max:
      return x < y ? b : a;
    case Operation::smooth:
      return x <= 0 || x >= 1 ? constant(value_of(op, x, x)) : enclose(op, a, b);
    case Operation::atan2:
      return enclose(op, a, b);
    default:
      return pieces_of(op) == Pieces::jumping ? constant(value_of(op, x, y)) : enclose(op, a, b);
  }
}

Enclosure enclose_select(const Enclosure& c, const Enclosure& a, const Enclosure& b) {
  const Interval is_true = truth_of(c.value);
  if (is_true.is_point()) return is_true.lo == 1 ? a : b;
  return {hull(a.value, b.value), Interval::whole()};
}

}  // namespace pleuel
