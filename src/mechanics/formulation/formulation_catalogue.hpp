// All formulations, in the order in which they are listed.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

std::vector<Formulation> formulation_catalogue();

/// The formulations that are equations of motion.
std::vector<Formulation> motion_formulations();

}  // namespace pleuel
