// Whole turns of an angle.
#pragma once

#include <cmath>
#include <numbers>

namespace pleuel {

/// `angle` plus that number of whole turns that brings it nearest to `reference`.
inline double nearest_turn(double angle, double reference) {
  return reference + std::remainder(angle - reference, 2 * std::numbers::pi);
}

}  // namespace pleuel
