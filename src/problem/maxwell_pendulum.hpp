// The pendulum with a Maxwell element as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// One internal state (see MaxwellPendulumEquations). Released at rest from the horizontal opposite
/// to the anchor, with an unloaded dashpot; 10 s are about five swings.
Problem maxwell_pendulum_problem();

}  // namespace pleuel
