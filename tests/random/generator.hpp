// Random mechanisms.
#pragma once

#include <cstdint>

#include "random/mechanism.hpp"

namespace pleuel::testing {

enum class MechanismClass { planar_tree, spatial_tree, planar_loop, spatial_loop };

inline const char* name_of(MechanismClass c) {
  constexpr const char* names[] = {"planar tree", "spatial tree", "planar loop", "spatial loop"};
  return names[int(c)];
}

/// Two to five bodies with joints, forces and drivers of every kind. Loops are closed where the
/// tree stands, so that all joints hold at the start; velocities are those of the tree, which loops
/// do not know yet. Whether constraints are independent is for the caller to check.
Mechanism random_mechanism(std::uint64_t seed, MechanismClass wanted);

}  // namespace pleuel::testing
