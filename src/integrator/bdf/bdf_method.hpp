// BDF as catalogue entries.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// `bdf`: orders 1 to 5.
Method bdf_method();
/// `bdf2`: orders 1 and 2.
Method bdf2_method();

}  // namespace pleuel
