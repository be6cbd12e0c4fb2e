// A bouncing ball as a benchmark of accumulating events.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// Dropped from the height h; each impact changes the velocity v to −e v. The first impact is at
/// t₁ = √(2h/g), and the n-th flight after it takes 2 eⁿ t₁. For e < 1 the impacts accumulate at
/// t₁ (1 + e)/(1 − e), which no run can pass. Exact digits for any earlier end time.
Problem bouncing_ball_problem();

}  // namespace pleuel
