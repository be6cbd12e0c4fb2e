// One line per law; each is defined in the source file of its name.
#pragma once

#include "pleuel/material/material_law.hpp"

namespace pleuel::material {

MaterialLaw elastic();
MaterialLaw chan_bodner_lindholm();
MaterialLaw perzyna();
MaterialLaw norton();
MaterialLaw chaboche();

}  // namespace pleuel::material
