// Quantities that a model measures.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// Functions can read a measure; it can be an output, together with its rate:
///
///     angle        from x_a to x_b about z_a, including full revolutions
///     position     of b along an axis of a: x in the plane, z in space, or the given one
///     distance     from a to b
///     coordinate   of a marker in ground axes
///     joint-angle, joint-position   of a joint that turns or slides
std::vector<ElementType> measure_types();

}  // namespace pleuel
