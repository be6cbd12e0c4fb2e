// A bouncing ball as a benchmark of events that accumulate.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// Dropped from the height h; each impact turns the velocity v into −e v. The first impact is at t₁
/// = √(2h/g), the n-th flight after it takes 2 eⁿ t₁, so for e < 1 the impacts accumulate at t₁ (1
/// + e)/(1 − e), which no run can pass. Exact digits for any end time before.
Problem bouncing_ball_problem();

}  // namespace pleuel
