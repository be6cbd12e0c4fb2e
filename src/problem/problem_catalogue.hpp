// The benchmarks that come with the program.
#pragma once

#include <vector>

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// All benchmarks, in the order in which they are listed to the user.
std::vector<Problem> problem_catalogue();

/// Those whose equations are written in C++: neither model files nor finite elements.
std::vector<Problem> equation_problems();

}  // namespace pleuel
