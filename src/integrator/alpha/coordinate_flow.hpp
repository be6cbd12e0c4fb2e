// Applies an increment with n_v entries to coordinates.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// q after the increment θ (n_v numbers) from q_n. If H = I this is q_n + θ; otherwise it is the
/// end of
///
///     dq/dτ = H(t_n + τh, q) θ,   q(0) = q_n,   0 ≤ τ ≤ 1,
///
/// which for unit quaternions is q_n ∘ exp(θ), the increment on the rotation group [BC10]. The flow
/// is computed by one step of the classical Runge–Kutta method, whose error θ⁵/2880 is far below
/// that of a second-order method. Invariants are restored.
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
