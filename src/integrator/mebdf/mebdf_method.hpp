// MEBDF as a catalogue entry.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `mebdf`: orders 1 to 8.
Method mebdf_method();

}  // namespace pleuel
