// A weld: two bodies are rigidly connected.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "weld": b is fixed to a. p_b − p_a = 0 and, in the plane, angle = 0 up to full revolutions; in
/// space x_a · y_b = 0,  y_a · z_b = 0,  z_a · x_b = 0. These also hold after half a revolution
/// about an axis, and after a third about x + y + z; a start that ends there is refused.
ElementType weld_type();

}  // namespace pleuel
