// Generalized Adams methods as a catalogue entry.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `gam`: orders 3, 5, 7 and 9.
Method gam_method();

}  // namespace pleuel
