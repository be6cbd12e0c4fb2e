// The fastest rates of a motion, for the choice between explicit and implicit methods.
#pragma once

#include <algorithm>
#include <optional>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Spectral radii at one state, in 1/s.
struct FastestRates {
  double frequency = 0;  ///< square root of that of ∂a/∂q H: elastic forces, rotation
  double decay = 0;      ///< of ∂a/∂v: damping, gyroscopic forces
  double states = 0;     ///< of ∂σ/∂s

  double fastest() const { return std::max({frequency, decay, states}); }
};

/// With a(q, v) from [M Gᵀ; G 0] (a, λ) = (f, −γ). Eight power iterations by difference quotients,
/// from a fixed start vector, so that equal systems give equal results. The error is some ten per
/// cent, enough to tell stiff systems. Empty if the matrix is singular or a value is not finite.
std::optional<FastestRates> fastest_rates(const MechanicalSystem& system, const Motion& at);

}  // namespace pleuel
