#include "pleuel/linalg/gauss_rule.hpp"

#include <cmath>
#include <numbers>

namespace pleuel {

std::vector<GaussPoint> gauss_rule(int n) {
  std::vector<GaussPoint> rule(n);
  for (int i = 0; i < n; ++i) {
    // Newton's method for the Legendre polynomial, started near each root.
    double z = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 20; ++iteration) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (z * p - before) / (z * z - 1);
      const double step = p / slope;
      z -= step;
      if (std::abs(step) < 1e-16) break;
    }
    rule[n - 1 - i] = {0.5 * (1 + z), 1 / ((1 - z * z) * slope * slope)};
  }
  return rule;
}

}  // namespace pleuel
