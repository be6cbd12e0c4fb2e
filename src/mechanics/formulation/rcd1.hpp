// rcd1: the constraint differentiated once.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) v + g_t(t,q)
//     ṡ = σ(t,q,v,s)
//
// d-index 2: a and λ have index 2; one hidden constraint level. The position level is not enforced
// and drifts linearly in time. Reference: [HW96, VII.1], [Ste15, (4)].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation rcd1();

}  // namespace pleuel
