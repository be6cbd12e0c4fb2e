// A slide.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "prismatic": b slides on a and does not turn. In the plane along x_a, d = p_b − p_a:
///
///     y_a · d = 0,   angle = 0 up to whole turns;
///
/// in space along z_a, with the axes of the markers kept parallel:
///
///     x_a · d = 0,  y_a · d = 0,   z_a · x_b = 0,  z_a · y_b = 0,  x_a · y_b = 0.
ElementType prismatic_type();

}  // namespace pleuel
