// The nonlinear bushing as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// [YPR98, 4.2]: ε = 1e-5, from (0.8, 0.6, 0) at rest until T = 40πε, about 6 cycles of θ and 22 of
/// x and y, with reference digits.
Problem bushing_problem();

}  // namespace pleuel
