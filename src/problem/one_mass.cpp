#include "pleuel/problem/one_mass.hpp"

#include "pleuel/mechanics/system_from.hpp"

namespace pleuel {

std::shared_ptr<const MechanicalSystem> one_mass_system(const OneMassEquations& equations) {
  return make_system(equations);
}

}  // namespace pleuel
