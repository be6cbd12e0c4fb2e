// A screw joint.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "screw", in space: a cylindrical joint in which b advances along z_a by the pitch h per
/// revolution,
///
///     angle − 2π/h z_a · (p_b − p_a) = c   (the angle includes revolutions, see RevolutionState),
///
/// c follows from the start. A positive pitch is a right-handed thread.
ElementType screw_type();

}  // namespace pleuel
