// By how much a mechanism misses a singular configuration.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Near q, which lies about where the constraints become dependent, meets all combinations of them
/// but those nearest to vanish, and returns what is left of the latter, in the units of g: zero
/// where branches cross, the size of the misfit where lengths differ so that no motion goes
/// through. Zero too where nothing is nearly dependent, or the system is too large to tell (600
/// velocities). Allocates.
double near_miss(const MechanicalSystem& system, double t, Vector q);

}  // namespace pleuel
