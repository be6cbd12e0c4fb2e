// Consistent states of a mechanism from which an integrator starts.
#pragma once

#include "pleuel/run/start.hpp"

namespace pleuel {

/// The case's own start, with its joints closed; with the deformation that follows the gross motion
/// where the plan asks for sweeps. Both throw NoConsistentState.
Start first_mechanism_start(const RunEquations& of);

/// q, v and s at t, projected, with the a and λ that belong to them.
Start mechanism_start(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s);

}  // namespace pleuel
