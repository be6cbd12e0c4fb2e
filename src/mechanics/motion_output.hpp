// Outputs of a motion that are not unknowns: marker positions, reactions in a frame, energies.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// value(motion) is the same for every formulation. Under qs the motion has v = a = 0. Each run
/// calls its own copy of the function; copies must not share scratch memory (OwnScratch). An
/// exception ends the run and keeps the results so far.
struct MotionOutput {
  std::string name;
  std::string unit;
  std::function<double(const Motion&)> value;
  bool depends_on_forces = true;  ///< depends on a or λ; false only if it certainly does not
};

/// kinetic_energy, potential_energy and total_energy, J.
std::vector<MotionOutput> energy_outputs(const std::shared_ptr<const MechanicalSystem>& system);

/// supplied_power (applied loads and drivers) and dissipated_power, W. Their difference is dE/dt
/// (see PowerBalance).
std::vector<MotionOutput> power_outputs(const std::shared_ptr<const MechanicalSystem>& system);

}  // namespace pleuel
