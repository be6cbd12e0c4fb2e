// The method pside as an entry of the method catalogue.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `pside`: Radau IIA of order 7 with four real shifts.
Method pside_method();

}  // namespace pleuel
