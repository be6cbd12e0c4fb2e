// The α-methods as catalogue entries.
#pragma once

#include "pleuel/integrator/alpha/alpha_options.hpp"
#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// Method `alpha`: Newmark, HHT-α and generalized-α. It integrates a mechanical system directly.
Method alpha_method();

/// Reads the options given by `--set`. Throws InvalidInput if they contradict each other.
AlphaOptions read_alpha_options(const OptionValues& values);

}  // namespace pleuel
