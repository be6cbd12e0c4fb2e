// ovd0: overdetermined, all three levels; two more blocks of rows than of unknowns.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) a + γ(t,q,v)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//     0 = G(t,q) v + g_t(t,q)
//
// The constraints hold exactly. The residual of q̇ − H v lies in the range of g_qᵀ, that of v̇ − a
// in the range of Gᵀ, both frozen at the last linearisation. No hidden constraints, no drift.
// Reference: [EF98], [Ste15, (7)]; its s-index is 0, not 1 as printed there.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation ovd0();

}  // namespace pleuel
