// Motions prescribed as functions of time.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// A driver is a constraint m − φ(t) = 0; the driving force or torque on b is −λ. Elements of a
/// model's `start` use the same types but hold only at the start: `value` fixes m, `rate` fixes ṁ,
/// and either may be omitted.
///
///     angle        m is the angle from x_a to x_b about z_a (in space up to full revolutions)
///     position     m is the position of b along an axis of a: x in the plane, z in space
///     distance     m is the distance from a to b
///     coordinate   m is a coordinate of a marker in ground axes
std::vector<ElementType> driver_types();

}  // namespace pleuel
