// Everything a user can name.
#pragma once

#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// All that Pleuel ships; it reads model files.
Catalogue standard_catalogue();

}  // namespace pleuel
