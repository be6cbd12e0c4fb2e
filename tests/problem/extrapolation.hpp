// The equations of a problem integrated by a method that is unlike all those of the package.
#pragma once

#include "problem/plain_evaluation.hpp"
#include "support/extrapolation.hpp"

namespace pleuel::testing {

/// The index-1 form (q̇, v̇) = (v, a(t,q,v)) by extrapolated_midpoint. Returns (q, v) at t_end.
template <class Equations>
Vector integrate_index_1(const Plain<Equations>& system, const Vector& q0, const Vector& v0, double t_end,
                         int n_steps) {
  const int n = system.n_v();
  const auto slope = [&](double t, const Vector& y) {
    Vector out(2 * n);
    const Vector q = y.head(n), v = y.tail(n);
    out << v, system.accelerations_and_multipliers(t, q, v).head(n);
    return out;
  };
  Vector y(2 * n);
  y << q0, v0;
  return extrapolated_midpoint(slope, y, 0, t_end, n_steps);
}

}  // namespace pleuel::testing
