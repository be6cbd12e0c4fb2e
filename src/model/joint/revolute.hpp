// A revolute joint (hinge).
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "revolute": b rotates relative to a about the common z axis. With marker positions p,
///
///     p_b − p_a = 0,   and in space   z_a · x_b = 0,  z_a · y_b = 0.
///
/// λ of the first rows is the joint force on a in ground axes; λ of the other rows are torques.
ElementType revolute_type();

}  // namespace pleuel
