// Constraints that constrain nothing.
#pragma once

#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Throws for a constraint of `rank` that is dependent by itself, because its derivatives by the
/// positions vanish at (t, q). It looks at positions all around to tell apart one that is zero
/// everywhere (RedundantConstraints: it says nothing), one that no position can meet since it does
/// not depend on positions (ContradictoryConstraints), and one that is flat at q only:
/// RedundantConstraints where it holds there, else NoConsistentState.
void refuse_void_constraints(const MechanicalSystem& system, double t, ConstVec q,
                             const ConstraintRank& rank);

}  // namespace pleuel
