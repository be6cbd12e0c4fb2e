// Forces and torques as functions of time and measures.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "force": (F_x, F_y, F_z) at a marker, in ground axes or in the axes of the marker, which rotate
/// with it.
ElementType applied_force_type();
/// "torque": (T_x, T_y, T_z) on the body of a marker, in ground or marker axes; only T_z in the
/// plane.
ElementType applied_torque_type();

}  // namespace pleuel
