// A prismatic joint (slider).
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "prismatic": b slides relative to a without rotation. In the plane along x_a, with
/// d = p_b − p_a:
///
///     y_a · d = 0,   angle = 0 up to full revolutions;
///
/// in space along z_a, with parallel marker axes:
///
///     x_a · d = 0,  y_a · d = 0,   z_a · x_b = 0,  z_a · y_b = 0,  x_a · y_b = 0.
ElementType prismatic_type();

}  // namespace pleuel
