// A screw.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "screw", in space: a cylindrical joint in which b advances by the pitch h along z_a in a turn
/// about it,
///
///     angle − 2π/h z_a · (p_b − p_a) = c   (the angle with its whole turns, see TurnState),
///
/// c from the start; for a positive pitch the thread is right-handed.
ElementType screw_type();

}  // namespace pleuel
