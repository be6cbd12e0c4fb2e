// One mass on a line as a system.
#pragma once

#include <memory>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/problem/one_mass_equations.hpp"

namespace pleuel {

std::shared_ptr<const MechanicalSystem> one_mass_system(const OneMassEquations& equations);

}  // namespace pleuel
