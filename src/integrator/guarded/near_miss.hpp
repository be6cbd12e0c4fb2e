// Distance by which a mechanism misses a singular configuration.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// q is near a singular configuration. Solves all combinations of the constraints except the nearly
/// dependent ones, and returns the residual of the latter in the units of g. It is zero if branches
/// cross, and the size of the misfit if different lengths prevent a passage. Also zero if nothing
/// is nearly dependent, or if the system has more than 600 velocities. Allocates.
double near_miss(const MechanicalSystem& system, double t, Vector q);

}  // namespace pleuel
