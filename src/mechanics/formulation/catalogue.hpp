// All formulations, in the order in which they are listed.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

std::vector<Formulation> formulation_catalogue();

}  // namespace pleuel
