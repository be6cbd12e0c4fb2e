#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {

std::shared_ptr<LinearSolvers> solvers_of(const MechanicalSystem& system) {
  const auto* const owner = dynamic_cast<const SolverOwner*>(&system);
  return owner != nullptr ? owner->solvers() : nullptr;
}

}  // namespace pleuel
