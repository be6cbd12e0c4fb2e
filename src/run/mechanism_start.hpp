// Consistent initial states of a mechanism.
#pragma once

#include "pleuel/run/start.hpp"

namespace pleuel {

/// The start of the case with closed joints; with the deformation of a smooth start if the plan
/// requests sweeps. Both throw NoConsistentState.
Start first_mechanism_start(const RunEquations& of);

/// q, v and s at t, projected, with consistent a and λ.
Start mechanism_start(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s);

}  // namespace pleuel
