// Omits derivatives of forces from a Jacobian.
#pragma once

#include "pleuel/mechanics/formulation/formulation_rows.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// At a = λ = 0 only the derivatives of f are left in `dynamics`. JacobianKind::test_set omits
/// them.
inline void omit_force_derivatives(JacobianKind kind, MotionMatrices& m) {
  if (kind != JacobianKind::test_set) return;
  for (FixedMatrix* block : {&m.dynamics_q, &m.dynamics_v, &m.dynamics_s}) block->set_zero();
}

}  // namespace pleuel
