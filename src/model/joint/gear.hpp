// A pair of gear wheels.
#pragma once

#include "pleuel/model/element_type.hpp"

namespace pleuel {

/// "gear": couples the angles of two revolute joints whose wheels have z₁ and z₂ teeth,
///
///     z₁ angle₁ ± z₂ angle₂ = c,
///
/// + for external gears, − for internal gears; c follows from the start. Common factors of z₁ and
/// z₂ are cancelled. In space the revolutions of the second wheel are counted (RevolutionState);
/// angle₁ is the value nearest to (c ∓ z₂ angle₂)/z₁.
ElementType gear_type();

}  // namespace pleuel
