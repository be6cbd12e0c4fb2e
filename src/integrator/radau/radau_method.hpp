// Radau IIA in the catalogue of methods.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `radau5`: three stages, order 5.
Method radau5_method();
/// `radau`: orders 5, 9 and 13, chosen with the step; or one order out of 1, 5, 9 and 13.
Method radau_method();

}  // namespace pleuel
