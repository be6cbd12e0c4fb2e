// A consistent state to start from.
#pragma once

#include <stdexcept>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

/// Thrown when no state that meets the constraints is found near the one given; says which
/// constraint remains.
class NoConsistentState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How a start was made consistent.
struct InitialState {
  Vector q, v, a, lambda, s;
  double position_moved = 0;  ///< Euclidean distance of q from the one given
  double velocity_moved = 0;  ///< of v
  int iterations = 0;         ///< of the projection onto g = 0
};

/// Throws InvalidInput when a start has not as many numbers as the system wants.
void check_start(const SystemInfo& info, ConstVec q0, ConstVec v0, ConstVec s0);

/// Projects q onto g(t,q) = 0 and v onto G v + g_t = 0, both to the point nearest in the metric of
/// M, then solves
///
///     [M Gᵀ; G 0] (a, λ) = (f, −γ).
///
/// Nearest: q minimises (q − q₀)ᵀ M (q − q₀), by simplified Newton iteration on its Lagrange
/// conditions, M and G renewed each time and the curvature of g left out [HW96, VII.2]; it
/// converges linearly, the faster the nearer the start. M may be singular where the saddle matrix
/// is regular. A start that already meets the constraints to rounding is left as it is.
///
/// With `metric`, that of start_metric.hpp takes the place of M in both projections.
///
/// Throws NoConsistentState, and, where constraints are combinations of others,
/// RedundantConstraints or ContradictoryConstraints (constraint_choice.hpp).
InitialState consistent_initial_state(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                      ConstVec s0, const StartMetric* metric = nullptr);

/// Whether q0 and v0 meet the constraints to rounding.
bool is_consistent(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0, ConstVec s0);

}  // namespace pleuel
