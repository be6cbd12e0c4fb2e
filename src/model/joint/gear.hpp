// Two gear wheels.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "gear": couples the angles of two revolute joints whose wheels have z₁ and z₂ teeth,
///
///     z₁ angle₁ ± z₂ angle₂ = c,
///
/// + for wheels that mesh outside, − for one inside the other; c from the start. Common factors of
/// z₁ and z₂ are divided out. In space the turns of the second wheel are counted (TurnState);
/// angle₁ is the one nearest to (c ∓ z₂ angle₂)/z₁.
ElementType gear_type();

}  // namespace pleuel
