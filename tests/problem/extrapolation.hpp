// An explicit integrator for tests that is unlike all those of the package.
#pragma once

#include <Eigen/Dense>
#include <array>

#include "problem/plain_evaluation.hpp"

namespace pleuel::testing {

/// Extrapolated modified midpoint rule (Gragg) of order 12, with equal steps, on the index-1 form (q̇, v̇) =
/// (v, a(t,q,v)). Returns (q, v) at t_end.
template <class Equations>
Vector integrate_index_1(const Plain<Equations>& system, const Vector& q0, const Vector& v0, double t_end,
                         int n_steps) {
  constexpr std::array<int, 6> substeps = {2, 4, 6, 8, 10, 12};
  const int n = system.n_v();
  const auto slope = [&](double t, const Vector& y) {
    Vector out(2 * n);
    const Vector q = y.head(n), v = y.tail(n);
    out << v, system.accelerations_and_multipliers(t, q, v).head(n);
    return out;
  };
  Vector y(2 * n);
  y << q0, v0;
  const double H = t_end / n_steps;
  for (int step = 0; step < n_steps; ++step) {
    const double t = t_end * step / n_steps;
    const Vector first = slope(t, y);
    std::array<Vector, 6> table;
    for (int k = 0; k < 6; ++k) {
      const double h = H / substeps[k];
      Vector before = y, now = y + h * first;
      for (int i = 1; i < substeps[k]; ++i) {
        const Vector next = before + 2 * h * slope(t + i * h, now);
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
