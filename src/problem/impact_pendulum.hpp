// A pendulum that hits a wall as a benchmark of events.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// See ImpactPendulumSolution, which gives exact digits for any end time.
Problem impact_pendulum_problem();

}  // namespace pleuel
