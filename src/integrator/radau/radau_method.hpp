// Radau IIA in the catalogue of methods.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `radau5`: three stages, order 5.
Method radau5_method();

}  // namespace pleuel
