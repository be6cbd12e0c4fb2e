// Coordinates after an increment given in as many numbers as there are velocities.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// q after the increment θ (n_v numbers) from q_n. Where H = I this is q_n + θ; elsewhere the end
/// of
///
///     dq/dτ = H(t_n + τh, q) θ,   q(0) = q_n,   0 ≤ τ ≤ 1,
///
/// which for unit quaternions is q_n ∘ exp(θ), the increment on the rotation group [BC10]. The flow
/// is followed by one step of the classical Runge–Kutta method, whose error θ⁵/2880 is far below
/// that of a method of order 2, and invariants are restored.
class CoordinateFlow {
 public:
  explicit CoordinateFlow(const SystemInfo& info);

  /// No allocation.
  void advance(SystemEvaluator& evaluator, double t, double h, ConstVec q_n, ConstVec theta, Vec q);

 private:
  bool is_identity_;
  Vector rate_, sum_, place_;
};

}  // namespace pleuel
