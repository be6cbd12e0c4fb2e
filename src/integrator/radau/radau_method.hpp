// Radau IIA as entries of the method catalogue.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `radau5`: three stages, order 5.
Method radau5_method();
/// `radau`: variable order 5, 9 and 13, or one fixed order of 1, 5, 9 and 13.
Method radau_method();

}  // namespace pleuel
