// Static equilibrium as a start.
#pragma once

#include <memory>

#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {

class StaticEquations;

/// Solves 0 = f(t,q,0,s₀) − G(t,q)ᵀλ, 0 = g(t,q), n(q) = 0 for q and λ from q₀.
///
/// Uses pseudo-transient continuation [KK98]: each iteration is one linearly implicit Euler step of
/// the overdamped motion κ θ̇ = f − Gᵀλ on the constraints,
///
///     [ K + κ I  Gᵀ ] [δθ]   [f − Gᵀλ]
///     [    G     0  ] [δλ] = [  −g   ],        K = ∂(Gᵀλ − f)/∂θ.
///
/// A step is accepted if δθᵀ(K + κI) δθ ≥ 0 and a second, simplified step is at most half as long;
/// otherwise κ is increased. After good steps κ is reduced. Near the solution it vanishes, and the
/// iteration becomes Newton's method. The iteration therefore descends to stable equilibria, even
/// if K is singular at the start or an unstable equilibrium is near. v and a of the state are zero.
/// Revolutions of counted angles are updated: no step may change an angle by more than a quarter of
/// a revolution.
///
/// Slender beams have stiffnesses so different that the damped steps remain short. If the iteration
/// does not converge, the loads are increased in steps instead: with r(q, λ) for the equations,
///
///     r(q, λ) = (1 − μ) r(q₀, 0),   μ from 0, where q₀ is an equilibrium, to 1.
///
/// Each step starts on the secant through the last two equilibria; its size follows the number of
/// Newton's iterations. At μ = 1 the first iteration continues without damping.
///
/// Throws NoConsistentState, with the name of the coordinate, if a coordinate diverges, if nothing
/// supports it, or if the iteration does not converge.
InitialState static_equilibrium(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q0,
                                ConstVec v0, ConstVec s0);
/// The same with the matrix structure of equations that exist.
InitialState static_equilibrium(const StaticEquations& equations, double t, ConstVec q0, ConstVec v0,
                                ConstVec s0);

}  // namespace pleuel
