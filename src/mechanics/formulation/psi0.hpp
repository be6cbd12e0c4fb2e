// psi0: projected, all three levels, strangeness-free.
//
//     P_q (q̇ − H v) = 0
//     P_v (v̇ − a) = 0
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) a + γ(t,q,v)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//     0 = G(t,q) v + g_t(t,q)
//
// P_q(t,q) annihilates g_qᵀ, P_v(t,q) annihilates Gᵀ. d-index 1. The leading matrix depends on the
// state. No drift. Reference: [Ste15, (10)]; P are orthogonal projections (RangeProjection), so
// rows outnumber unknowns.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation psi0();

}  // namespace pleuel
