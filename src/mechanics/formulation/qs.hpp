// qs: quasi-static, without inertia and velocities.
//
//     0 = f(t,q,0,s) − G(t,q)ᵀ λ
//     0 = g(t,q)
//     ṡ = σ(t,q,0,s)
//
// and, where H ≠ I, the norms n(q) = 0 of quaternions. y = (q, λ, s). d-index 1; no hidden level.
// For bodies whose inertia does not matter (creep, relaxation, slow drives) and for statics; only
// for a system that says so (SystemInfo::has_statics). q and λ follow t without an error of their
// own: they are exact at the ends of the steps, whatever the step; between them they are
// interpolated without error control.
#pragma once

#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {

Formulation qs();

}  // namespace pleuel
