// End values of the slider crank in all its variants.
#pragma once

#include <array>
#include <optional>

#include "pleuel/problem/slider_crank_equations.hpp"

namespace pleuel {

enum class SliderCrankStart {
  smooth,  ///< near the slow motion without oscillations [MM08, II.19.2]
  rigid    ///< no deformation: oscillates (the source's "init2")
};

enum class PiDigits { published, exact };

/// A variant with known end values; Ω = 150 rad/s, γ = 0, E = 2e11 N/m².
struct SliderCrankVariant {
  SliderCrankParameters::Beam beam = SliderCrankParameters::Beam::linear;
  SliderCrankParameters::Damping damping = SliderCrankParameters::Damping::off;
  SliderCrankStart start = SliderCrankStart::smooth;
  PiDigits pi = PiDigits::published;
  SliderCrankParameters::Mass mass = SliderCrankParameters::Mass::published;

  bool operator==(const SliderCrankVariant&) const = default;
};

/// q, v, a, λ at t = 0.1 s in the order φ1, φ2, x3, q1 … q4; NaN if unknown. Differs from [MM08,
/// Table II.19.2]: there the start violates the position constraint by 2.0e-10 (and x3 keeps this
/// error at velocity level until the end). Of the 16 printed digits 10 are correct in q and λ, 8 to
/// 10 in the velocities of q, and 6.6 to 9 in their accelerations.
std::optional<std::array<double, 24>> slider_crank_end_values(const SliderCrankVariant& variant);

}  // namespace pleuel
