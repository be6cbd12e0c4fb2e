// Quantities that a model measures.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// A measure can be read by functions and shown as output, with its rate:
///
///     angle        from x_a to x_b about z_a; in space in (−π, π]
///     position     the place of b along an axis of a: x in the plane, z in space, or the one given
///     distance     from a to b
///     coordinate   a coordinate of a marker in the axes of the ground
std::vector<ElementType> measure_types();

}  // namespace pleuel
