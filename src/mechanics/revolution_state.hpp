// Counts full revolutions of relative angles as part of the run's state.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// An angle θ between two bodies in space follows from q up to full revolutions. Within a run, the
/// value nearest to a reference r(t) is used,
///
///     θ(t,q) = r(t) + w(θ_w(q) − r(t)),   w(x) = x − 2π round(x/2π),
///     r(t) = θ₁ + ω₁ (t − t₁)                    for t ≥ t₁: the current step
///     r(t) = θ₀ + (θ₁ − θ₀) (t − t₀)/(t₁ − t₀)   for t < t₁: dense output, events of the last step
///
/// where θ₀, θ₁ are the values at the ends t₀, t₁ of the last accepted step and ω₁ is the rate at
/// t₁. The state selects only an integer, so an update changes no value and no derivative. It is
/// updated only at accepted steps.
struct RevolutionState {
  double t0 = 0, t1 = 0;
  Vector theta0, theta1, omega1;  ///< one entry per counted angle

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t0, self.t1, self.theta0, self.theta1, self.omega1);
  }

  double reference(Eigen::Index k, double t) const {
    if (t < t1 && t1 > t0) return theta0[k] + (theta1[k] - theta0[k]) * ((t - t0) / (t1 - t0));
    return theta1[k] + omega1[k] * (t - t1);
  }
};

}  // namespace pleuel
