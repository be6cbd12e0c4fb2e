// ori2: the original equations of motion, without index reduction.
//
//     q̇ = H v
//     v̇ = a
//     0 = M(t,q) a + G(t,q)ᵀ λ − f(t,q,v,s)
//     0 = g(t,q)
//     ṡ = σ(t,q,v,s)
//
// d-index 3: q has index 1, v index 2, a and λ index 3; two hidden constraint levels. The position
// level does not drift. Errors of v, a and λ grow like h⁻¹ and h⁻², so their tolerances need the
// scaled norm. Reference: [HW96, VII.1 (1.46)], [Ste15, (1)].
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation ori2();

}  // namespace pleuel
