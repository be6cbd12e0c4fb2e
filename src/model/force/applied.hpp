// Forces and torques given as functions of time and of measures.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "force": (F_x, F_y, F_z) at a marker, in the axes of the ground, or of the marker, with which
/// they then turn.
ElementType applied_force_type();
/// "torque": (T_x, T_y, T_z) on the body of a marker, in the axes of the ground or of the marker;
/// T_z alone in the plane.
ElementType applied_torque_type();

}  // namespace pleuel
