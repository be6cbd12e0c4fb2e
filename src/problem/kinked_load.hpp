// A load with corners as a benchmark of breakpoints.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A mass on a spring under a trapezoidal load in time, from rest. With ω² = k/m and the changes of
/// slope cᵢ at the corners tᵢ, for any end time
///
///     x(t) = 1/k Σ cᵢ (τᵢ − sin(ωτᵢ)/ω),   τᵢ = max(t − tᵢ, 0).
Problem kinked_load_problem();

}  // namespace pleuel
