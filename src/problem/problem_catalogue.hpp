// The built-in benchmarks.
#pragma once

#include <vector>

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// All benchmarks, in the order of their listing.
std::vector<Problem> problem_catalogue();

/// The problems whose equations are written in C++: no model files, no finite elements.
std::vector<Problem> equation_problems();

}  // namespace pleuel
