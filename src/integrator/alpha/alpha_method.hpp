// The α-methods as the catalogue knows them.
#pragma once

#include "pleuel/integrator/alpha/alpha_options.hpp"
#include "pleuel/integrator/method.hpp"

namespace pleuel {

/// Method `alpha`: Newmark, HHT-α and generalized-α. It integrates a mechanical system directly.
Method alpha_method();

/// The options by name, as `--set` gives them. Throws InvalidInput where they contradict each
/// other.
AlphaOptions read_alpha_options(const OptionValues& values);

}  // namespace pleuel
