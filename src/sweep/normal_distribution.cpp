#include "pleuel/sweep/normal_distribution.hpp"

#include <cmath>
#include <numbers>

namespace pleuel::sweep {

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_quantile(double u) {
  // Of the lower half, where u has its digits; the start is the leading term of the tail.
  if (u > 0.5) return -normal_quantile(1 - u);
  constexpr int most_steps = 50;
  double z = u > 0.1 ? 2.5 * (u - 0.5) : -std::sqrt(-2 * std::log(2.5 * u) + 0.2);
  for (int i = 0; i < most_steps; ++i) {
    // f = log(P) − log(u) is concave and nearly a parabola in the tail.
    const double p = normal_probability(z);
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    const double f = std::log(p / u), slope = density / p, bend = -slope * (z + slope);
    const double change = f * slope / (slope * slope - 0.5 * f * bend);
    z -= change;
    if (std::abs(change) <= 4e-16 * std::abs(z) || std::abs(change) < 1e-16) break;
  }
  return z;
}

}  // namespace pleuel::sweep
