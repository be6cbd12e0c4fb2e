// Robertson's reaction as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A reaction over 1e11 s, eleven powers of ten [MM08], with the algebraic balance of mass.
Problem robertson_problem();

}  // namespace pleuel
