// Blended implicit methods as a catalogue entry.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `bim`: orders 4 to 14.
Method bim_method();

}  // namespace pleuel
