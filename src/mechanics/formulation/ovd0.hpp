// ovd0: all three levels, two blocks of rows more than unknowns.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) a + γ(t,q,v)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//     0 = G(t,q) v + g_t(t,q)
//
// The constraints hold exactly; q̇ − H v is left in the range of g_qᵀ and v̇ − a in that of Gᵀ,
// both frozen where the Newton matrix was made. No hidden constraints, no drift. Reference: [EF98],
// [Ste15, (7)]; its s-index is 0, not 1 as printed there.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation ovd0();

}  // namespace pleuel
