// ggl1: the formulation of Gear, Gupta and Leimkuhler.
//
//     q̇ = H v − g_q(t,q)ᵀ η
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = G(t,q) v + g_t(t,q)
//     ṡ = σ(t,q,v,s)
//     0 = g(t,q)
//
// d-index 2: a, λ and η have index 2; one hidden constraint level. Position and velocity level both
// hold, nothing drifts; η vanishes on the exact solution and absorbs the discretisation error.
// Reference: [GGL85], [HW96, VII.1 (1.48)], [Ste15, (8)].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation ggl1();

}  // namespace pleuel
