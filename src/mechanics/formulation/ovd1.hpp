// ovd1: overdetermined, position and velocity level; one more block of rows than of unknowns.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) v + g_t(t,q)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//
// The constraints hold exactly. The residual of q̇ − H v lies in the range of g_qᵀ, frozen at the
// last linearisation and common to all stages. One hidden constraint level: a and λ count as index
// 2. No drift. Reference: [EF98], [Ste15, (6)].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation ovd1();

}  // namespace pleuel
