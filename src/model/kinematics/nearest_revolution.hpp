// Full revolutions of an angle.
#pragma once

#include <cmath>
#include <numbers>

namespace pleuel {

/// `angle` plus the number of full revolutions that makes it nearest to `reference`.
inline double nearest_revolution(double angle, double reference) {
  return reference + std::remainder(angle - reference, 2 * std::numbers::pi);
}

}  // namespace pleuel
