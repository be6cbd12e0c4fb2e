// A cylindrical joint (shaft in a sleeve).
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "cylindrical", in space: b slides along z_a and rotates about it. With d = p_b − p_a:
///
///     x_a · d = 0,  y_a · d = 0,   z_a · x_b = 0,  z_a · y_b = 0.
ElementType cylindrical_type();

}  // namespace pleuel
