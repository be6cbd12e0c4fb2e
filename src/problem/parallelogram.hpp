// The problem `parallelogram`.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A platform on three parallel cranks: one redundant constraint, an exact solution, and an option
/// that makes the constraints contradictory.
Problem parallelogram_problem();

}  // namespace pleuel
