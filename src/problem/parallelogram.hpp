// The problem `parallelogram`.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A platform on three parallel cranks: one constraint too many, an exact solution, an option that
/// makes the constraints contradict each other.
Problem parallelogram_problem();

}  // namespace pleuel
