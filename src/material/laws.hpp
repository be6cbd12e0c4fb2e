// One line a law; each stands in the source file of its name.
#pragma once

#include "pleuel/material/law.hpp"

namespace pleuel::material {

Law elastic();
Law chan_bodner_lindholm();
Law perzyna();
Law norton();

}  // namespace pleuel::material
