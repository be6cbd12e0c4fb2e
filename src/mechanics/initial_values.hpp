// Consistent initial values of a mechanism.
#pragma once

#include <stdexcept>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

/// Thrown if no state near the given one satisfies the constraints. The message names the violated
/// constraint.
class NoConsistentState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A consistent state and how it was found.
struct InitialState {
  Vector q, v, a, lambda, s;
  double position_moved = 0;  ///< Euclidean distance of q from the given value
  double velocity_moved = 0;  ///< the same for v
  int iterations = 0;         ///< iterations of the projection onto g = 0
};

/// Throws InvalidInput if a vector of initial values has the wrong size.
void check_start(const SystemInfo& info, ConstVec q0, ConstVec v0, ConstVec s0);

/// Projects q onto g(t,q) = 0 and v onto G v + g_t = 0, both to the nearest point in the metric of
/// M. Then solves
///
///     [M Gᵀ; G 0] (a, λ) = (f, −γ).
///
/// The nearest q minimises (q − q₀)ᵀ M (q − q₀). Its Lagrange conditions are solved by a simplified
/// Newton iteration that updates M and G and neglects the curvature of g [HW96, VII.2]. It
/// converges linearly, and faster for a closer start. M may be singular if the saddle matrix is
/// regular. Initial values that already satisfy the constraints to rounding are not changed.
///
/// If `metric` is given, the metric of start_metric.hpp replaces M in both projections.
///
/// Throws NoConsistentState. If constraints are linearly dependent, throws RedundantConstraints or
/// ContradictoryConstraints (constraint_choice.hpp).
InitialState consistent_initial_state(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                      ConstVec s0, const StartMetric* metric = nullptr);

/// True if q0 and v0 satisfy the constraints to rounding.
bool is_consistent(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0, ConstVec s0);

}  // namespace pleuel
