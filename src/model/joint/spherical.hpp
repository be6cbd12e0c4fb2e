// A spherical joint (ball joint).
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "spherical", in space: p_b − p_a = 0.
ElementType spherical_type();

}  // namespace pleuel
