// The initial angle between two markers, including full revolutions.
#pragma once

#include <string>

#include "pleuel/model/description.hpp"

namespace pleuel {

struct StartAngle {
  double value = 0;
  std::string remark;  ///< empty: no remark
};

/// In space, the orientations of the bodies determine the angle from marker a to marker b only up
/// to full revolutions; `wrapped` is the value in (−π, π]. All elements between the two markers
/// start with the revolution nearest to
///
/// 1. the value of this angle in an element of `start` or a driver;
/// 2. the free angle of a torsional spring, or the target of a control;
/// 3. the middle of the limits of a stop, if `wrapped` is outside of them;
/// 4. zero.
///
/// A remark is made if 2 or 3 adds revolutions, or if two revolutions are equally near within 1e-6.
StartAngle start_angle(const ModelDescription& description, int a, int b, double wrapped);

}  // namespace pleuel
