// baumgarte: the acceleration level with Baumgarte stabilisation.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = (G a + γ) + 2b (G v + g_t) + b² g
//     ṡ = σ(t,q,v,s)
//
// d-index 1; no hidden constraints. Violations of the lower levels decay like e^(−bt). The
// frequency b (option `b`, in 1/s) should be well above those of the motion; a much larger b makes
// the system stiff. Reference: [Bau72], [HW96, VII.2].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation baumgarte();

}  // namespace pleuel
