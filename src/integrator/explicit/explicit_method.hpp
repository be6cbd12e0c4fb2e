// The explicit methods as catalogue entries.
#pragma once

#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// Method `mdop5`: Dormand–Prince of order 5 with projection. Like the others it integrates a
/// mechanical system directly.
Method mdop5_method();
/// Method `dop853`: Dormand–Prince of order 8 with projection.
Method dop853_method();
/// Method `hem5`: half-explicit Runge–Kutta of order 5, in the form PHEM56.
Method hem5_method();

}  // namespace pleuel
