// An explicit integrator for tests that is unlike all those of the package.
#pragma once

#include <Eigen/Core>
#include <array>

namespace pleuel::testing {

/// Extrapolated modified midpoint rule (Gragg) of order 12, with equal steps. `slope(t, y)` is ẏ.
/// Returns y at t_end.
template <class Slope>
Eigen::VectorXd extrapolated_midpoint(const Slope& slope, Eigen::VectorXd y, double t_begin, double t_end,
                                      int n_steps) {
  constexpr std::array<int, 6> substeps = {2, 4, 6, 8, 10, 12};
  const double span = t_end - t_begin, H = span / n_steps;
  for (int step = 0; step < n_steps; ++step) {
    const double t = t_begin + span * step / n_steps;
    const Eigen::VectorXd first = slope(t, y);
    std::array<Eigen::VectorXd, 6> table;
    for (int k = 0; k < 6; ++k) {
      const double h = H / substeps[k];
      Eigen::VectorXd before = y, now = y + h * first;
      for (int i = 1; i < substeps[k]; ++i) {
        const Eigen::VectorXd next = before + 2 * h * slope(t + i * h, now);
        before = now;
        now = next;
      }
      table[k] = now;
      for (int j = k - 1; j >= 0; --j) {
        const double ratio = double(substeps[k]) / substeps[j];
        table[j] = table[j + 1] + (table[j + 1] - table[j]) / (ratio * ratio - 1);
      }
    }
    y = table[0];
  }
  return y;
}

}  // namespace pleuel::testing
