// A point-on-line joint (pin in a slot).
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "point-on-line": the point b stays on the line through a, along x_a in the plane (y_a · d = 0)
/// or along z_a in space (x_a · d = 0, y_a · d = 0), with d = p_b − p_a.
ElementType point_on_line_type();

}  // namespace pleuel
