// A hinge.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "revolute": b turns on a, about the common z axis. With p the places of the markers,
///
///     p_b − p_a = 0,   and in space   z_a · x_b = 0,  z_a · y_b = 0.
///
/// λ of the first rows is the force of the joint on a, in the axes of the ground, those of the
/// others are torques.
ElementType revolute_type();

}  // namespace pleuel
