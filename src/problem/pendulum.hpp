// The simple pendulum as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// [Ste15], scenarios 1 (20 s) and 2 (2000 s), with the exact solution as reference for any end
/// time.
Problem pendulum_problem();

/// PendulumEquations with m = L = 1 under this name, for other problems with a pendulum.
std::shared_ptr<const MechanicalSystem> pendulum_system(double g, const char* name);

}  // namespace pleuel
