// The built-in benchmarks.
#pragma once

#include <vector>

#include "pleuel/problem/motion_formula.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// All benchmarks, in the order of their listing.
std::vector<Problem> problem_catalogue();

/// The problems whose equations are written in C++: no model files, no finite elements. Prescribed
/// motions may be formulas if there is a reader of them.
std::vector<Problem> equation_problems(MotionReader read_motion = nullptr);

}  // namespace pleuel
