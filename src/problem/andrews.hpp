// Andrews' squeezing mechanism as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// [MM08, II.13]: seven bodies, 27 unknowns, 0.03 s.
Problem andrews_problem();

}  // namespace pleuel
