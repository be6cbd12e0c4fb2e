// The angle between two markers at the start, whole turns included.
#pragma once

#include <string>

#include "pleuel/model/description.hpp"

namespace pleuel {

struct StartAngle {
  double value = 0;
  std::string remark;  ///< empty where nothing needs care
};

/// In space the orientations of the bodies give an angle from marker a to marker b up to whole
/// turns; `wrapped` is the one in (−π, π]. All elements between the two markers start with the turn
/// nearest to
///
/// 1. the value that an element of `start`, or a driver, gives of this angle;
/// 2. the free angle of a torsional spring, or the target of a control;
/// 3. the middle of the limits of a stop, where `wrapped` lies outside them;
/// 4. zero.
///
/// A remark tells where 2 or 3 adds turns, and where two turns are equally near within 1e-6.
StartAngle start_angle(const ModelDescription& description, int a, int b, double wrapped);

}  // namespace pleuel
