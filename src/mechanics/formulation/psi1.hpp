// psi1: projected, position and velocity level, one hidden constraint level.
//
//     P_q (q̇ − H v) = 0
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) v + g_t(t,q)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//
// P_q(t,q) annihilates g_qᵀ, so this is ggl1 with η eliminated. d-index 2: a and λ have index 2.
// The leading matrix depends on the state. No drift. Reference: [Ste15, (9)]; P_q is the orthogonal
// projection (RangeProjection), so rows outnumber unknowns.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation psi1();

}  // namespace pleuel
