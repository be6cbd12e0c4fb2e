// Springs and dampers between two points or about an axis.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/element.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {

/// F = k (m − m₀) + c ṁ + F₀; potential ½ k (m − m₀)² + F₀ (m − m₀), dissipation c ṁ².
struct SpringDamperLaw : LawDefaults {
  double stiffness = 0, damping = 0, free = 0, preload = 0;

  LawResult force(const LawPoint& at) const {
    return {.value = stiffness * (at.value - free) + damping * at.rate + preload,
            .by_value = stiffness,
            .by_rate = damping};
  }
  double potential(double value) const {
    return (0.5 * stiffness * (value - free) + preload) * (value - free);
  }
  double dissipated(const LawPoint& at) const { return damping * at.rate * at.rate; }
};

/// F = f(m − m₀) + d(ṁ) with piecewise linear curves f and d; potential ∫ f, dissipation d(ṁ) ṁ.
/// Throws LeftDomain beyond the ends of a curve that is undefined there.
struct CurveLaw : LawDefaults {
  Curve spring, damper;  ///< either may be empty
  double free = 0;

  LawResult force(const LawPoint& at) const {
    LawResult r;
    if (!spring.x.empty()) {
      check_range(spring, at.value - free);
      const Piece p = piece(spring, at.value - free);
      r.value += p.y;
      r.by_value = p.slope;
    }
    if (!damper.x.empty()) {
      check_range(damper, at.rate);
      const Piece p = piece(damper, at.rate);
      r.value += p.y;
      r.by_rate = p.slope;
    }
    return r;
  }
  int n_corners() const { return !spring.x.empty() + !damper.x.empty(); }
  void corners(const LawPoint& at, double* out) const {
    if (!spring.x.empty()) *out++ = corner(spring, at.value - free);
    if (!damper.x.empty()) *out = corner(damper, at.rate);
  }
  /// Measured from the first point of the curve.
  double potential(double value) const {
    if (spring.x.empty()) return 0;
    const auto& c = spring;
    const double x = value - free;
    const bool holds = c.beyond == Curve::Beyond::hold;
    if (holds && x < c.x.front()) return (x - c.x.front()) * c.y.front();
    const double within = holds ? std::min(x, c.x.back()) : x;
    const auto below = [&](std::size_t k, double to) {
      const double slope = (c.y[k + 1] - c.y[k]) / (c.x[k + 1] - c.x[k]);
      return (to - c.x[k]) * (c.y[k] + 0.5 * slope * (to - c.x[k]));
    };
    double sum = (x - within) * c.y.back();
    for (std::size_t k = 0; k + 1 < c.x.size(); ++k) {
      const bool is_last = k + 2 == c.x.size();
      if (within < c.x[k + 1] || is_last) return sum + below(k, within);
      sum += below(k, c.x[k + 1]);
    }
    return sum;
  }
  double dissipated(const LawPoint& at) const {
    return damper.x.empty() ? 0 : piece(damper, at.rate).y * at.rate;
  }

 private:
  struct Piece {
    double y, slope;
  };
  static Piece piece(const Curve& c, double x) {
    if (c.beyond == Curve::Beyond::hold && (x < c.x.front() || x > c.x.back()))
      return {x < c.x.front() ? c.y.front() : c.y.back(), 0};
    const auto after = std::upper_bound(c.x.begin() + 1, c.x.end() - 1, x) - c.x.begin();
    const double slope = (c.y[after] - c.y[after - 1]) / (c.x[after] - c.x[after - 1]);
    return {c.y[after - 1] + slope * (x - c.x[after - 1]), slope};
  }
  /// sin πφ, where φ is the piecewise linear index of the points: it crosses zero at each point
  /// where the slope changes, including the ends if the curve is constant beyond them.
  static double corner(const Curve& c, double x) {
    const auto n = static_cast<double>(c.x.size());
    const auto after = std::upper_bound(c.x.begin() + 1, c.x.end() - 1, x) - c.x.begin();
    const double count =
        static_cast<double>(after) - 1 + (x - c.x[after - 1]) / (c.x[after] - c.x[after - 1]);
    const double reach = c.beyond == Curve::Beyond::hold ? 0.5 : -0.5;
    return std::sin(std::numbers::pi * std::clamp(count, -reach, n - 1 + reach));
  }
  static void check_range(const Curve& c, double x) {
    constexpr double allowed = 1e-5;  // estimates of errors move x by the tolerance
    if (c.beyond != Curve::Beyond::refuse) return;
    const double beyond = std::max(c.x.front() - x, x - c.x.back());
    if (beyond > allowed * std::max(std::abs(c.x.front()), std::abs(c.x.back()))) throw left(c, x);
  }
  static LeftDomain left(const Curve& c, double x);
};

/// F = ± f(t, measures, m, ṁ): all its work counts as supplied.
struct FormulaLaw : LawDefaults {
  LawFunction f;
  double sign = 1;

  const std::vector<int>& measures() const { return f.measures(); }
  int n_corners() const { return f.n_corners(); }
  void corners(const LawPoint& at, double* out) const { f.corners(at, out); }
  LawResult force(const LawPoint& at) const {
    LawResult r = f.derivatives(at);
    r.value *= sign;
    r.by_value *= sign;
    r.by_rate *= sign;
    for (double& d : r.by_measured) d *= sign;
    return r;
  }
  double force_value(const LawPoint& at) const { return sign * f.value(at); }
  double supplied(const LawPoint& at) const { return -force_value(at) * at.rate; }
};

/// "spring-damper": along the line between two points; m is their distance. The default of
/// `free_length` is the distance at the start.
ElementType spring_damper_type();
/// "torsional-spring": about the common z axis of two markers; m is the angle from x_a to x_b,
/// including full revolutions.
ElementType torsional_spring_type();

}  // namespace pleuel
