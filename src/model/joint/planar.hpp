// A planar joint.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "planar", in space: b slides on the plane through a perpendicular to z_a and rotates about z_a:
///
///     z_a · (p_b − p_a) = 0,   z_a · x_b = 0,  z_a · y_b = 0.
ElementType planar_joint_type();

}  // namespace pleuel
