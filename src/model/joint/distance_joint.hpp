// A massless rod with spherical joints at its ends.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "distance": |p_b − p_a| = l. λ is the force in the rod, positive in compression. Without
/// `length` the distance at the start is used.
ElementType distance_joint_type();

}  // namespace pleuel
