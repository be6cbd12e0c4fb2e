// An equilibrium to start from.
#pragma once

#include <memory>

#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {

/// Solves 0 = f(t,q,0,s₀) − G(t,q)ᵀλ, 0 = g(t,q), n(q) = 0 for q and λ from q₀.
///
/// By pseudo-transient continuation [KK98]: each iteration is one linearly implicit Euler step of
/// the overdamped motion κ θ̇ = f − Gᵀλ on the constraints,
///
///     [ K + κ I  Gᵀ ] [δθ]   [f − Gᵀλ]
///     [    G     0  ] [δλ] = [  −g   ],        K = ∂(Gᵀλ − f)/∂θ.
///
/// A step is taken when δθᵀ(K + κI) δθ ≥ 0 and a second, simplified one is at most half as long,
/// else κ grows; after good steps it shrinks, and vanishes near the solution, where the iteration
/// is Newton's. So it goes downhill and finds stable equilibria, also where K is singular at the
/// start or an unstable equilibrium is near. The state's v and a are zero. The turns of a counted
/// system go along: no step may change an angle by more than a quarter of a turn.
///
/// Throws NoConsistentState, with the coordinate by name, when a coordinate runs off, when nothing
/// holds it, or when the iteration does not end.
InitialState static_equilibrium(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q0,
                                ConstVec v0, ConstVec s0);

}  // namespace pleuel
