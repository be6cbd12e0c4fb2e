// A universal (Cardan) joint.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "universal", in space: p_b − p_a = 0 and z_a · z_b = 0; the arms of the cross are z_a and z_b.
ElementType universal_type();

}  // namespace pleuel
