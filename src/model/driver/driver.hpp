// Motions prescribed as functions of time.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// A driver is a row m − φ(t) = 0; λ is the force or torque −λ with which it drives. In a model's
/// start the same holds at the start alone: there `value` fixes m, `rate` fixes ṁ, and either may
/// be left out.
///
///     angle        m the angle from x_a to x_b about z_a (in space up to whole turns)
///     position     m the place of b along an axis of a: x in the plane, z in space
///     distance     m the distance from a to b
///     coordinate   m a coordinate of a marker in the axes of the ground
std::vector<ElementType> driver_types();

}  // namespace pleuel
