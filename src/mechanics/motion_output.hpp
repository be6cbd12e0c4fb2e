// Quantities of a motion that are no unknowns: a marker's position, a reaction in a frame, an
// energy.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// value(motion), the same under every formulation. Under qs the motion has v = a = 0. Each run
/// calls its own copy of the function: scratch that it keeps must not be shared between copies
/// (OwnScratch). What it throws ends the run with what was computed so far.
struct MotionOutput {
  std::string name;
  std::string unit;
  std::function<double(const Motion&)> value;
  bool depends_on_forces = true;  ///< on a or λ; false only where it is known that it does not
};

/// kinetic_energy, potential_energy and total_energy, J.
std::vector<MotionOutput> energy_outputs(const std::shared_ptr<const MechanicalSystem>& system);

/// supplied_power, of applied loads and drivers, and dissipated_power, W: dE/dt is their difference
/// (see PowerBalance).
std::vector<MotionOutput> power_outputs(const std::shared_ptr<const MechanicalSystem>& system);

}  // namespace pleuel
