// Two gear wheels.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "gear": couples the angles of two revolute joints whose wheels have z₁ and z₂ teeth,
///
///     z₁ angle₁ ± z₂ angle₂ = c,
///
/// + for wheels that mesh outside, − for one inside the other; c from the start. Common factors of z₁ and z₂ are divided out. In space
/// angles are known up to whole turns, and so is the sum: between two steps of Newton's method the wheels may be off by less than half a tooth (of the divided numbers).
ElementType gear_type();

}  // namespace pleuel
