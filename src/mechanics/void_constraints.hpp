// Detects constraints that constrain nothing.
#pragma once

#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Throws if a constraint of `rank` is dependent by itself because its gradient vanishes at (t, q).
/// Nearby positions are examined to distinguish three cases:
/// - The constraint is zero everywhere: RedundantConstraints.
/// - It does not depend on positions and cannot be satisfied: ContradictoryConstraints.
/// - Its gradient vanishes only at q: RedundantConstraints if it holds there, otherwise
///   NoConsistentState.
void refuse_void_constraints(const MechanicalSystem& system, double t, ConstVec q,
                             const ConstraintRank& rank);

}  // namespace pleuel
