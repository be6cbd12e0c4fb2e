// rcd0: the constraint differentiated twice.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) a + γ(t,q,v)
//     ṡ = σ(t,q,v,s)
//
// d-index 1; no hidden constraints. Position and velocity level are not enforced: they drift
// quadratically and linearly in time. Reference: [HW96, VII.1], [Ste15, (5)].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation rcd0();

}  // namespace pleuel
