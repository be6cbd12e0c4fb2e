// qs: quasi-static equations, without inertia and velocities.
//
//     0 = f(t,q,0,s) − G(t,q)ᵀ λ
//     0 = g(t,q)
//     ṡ = σ(t,q,0,s)
//
// and, if H ≠ I, the norms n(q) = 0 of quaternions. y = (q, λ, s). d-index 1; no hidden level. Use
// it for statics and if inertia is negligible (creep, relaxation, slow drives); the system must
// allow it (SystemInfo::has_statics). q and λ have no discretisation error at the ends of the
// steps. Between them they are interpolated without error control.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation qs();

}  // namespace pleuel
