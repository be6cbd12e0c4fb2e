// The catalogue of Pleuel.
#pragma once

#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// All built-in problems, formulations and methods; also reads model files.
Catalogue standard_catalogue();

}  // namespace pleuel
