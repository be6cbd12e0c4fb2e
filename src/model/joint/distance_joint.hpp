// A massless rod with ball joints.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "distance": |p_b − p_a| = l. λ is the force in the rod, positive when it pushes. Without
/// `length` the distance at the start is kept.
ElementType distance_joint_type();

}  // namespace pleuel
