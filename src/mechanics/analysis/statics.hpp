// An equilibrium, and whether it is stable.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pleuel/mechanics/analysis/modes.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {

/// By the linearised motion about it.
enum class Stability {
  stable,       ///< no mode grows and none is free; without damping the modes oscillate for ever
  indifferent,  ///< none grows, but there are rigid modes
  unstable,     ///< a mode grows
  unknown       ///< the modes could not be computed
};
const char* name_of(Stability stability);

/// What internal states do in an equilibrium.
enum class StatesAtRest {
  none,     ///< there are none
  at_rest,  ///< σ = 0
  held      ///< no state with σ = 0 was found: s is as it was given, and would creep
};
const char* name_of(StatesAtRest states);

struct Equilibrium {
  /// v = a = 0; λ of least norm where constraints repeat each other
  InitialState state;
  double force_residual = 0;       ///< largest |(f − Gᵀλ)ᵢ|
  std::string worst_force;         ///< the velocity that it belongs to
  double force_scale = 0;          ///< largest |fᵢ|, for comparison
  double constraint_residual = 0;  ///< largest |gᵢ|
  StatesAtRest states = StatesAtRest::none;
  std::string why_held;     ///< why no state with σ = 0 was found, where they are held
  double largest_rate = 0;  ///< largest |σᵢ|
  std::string worst_rate;   ///< the state that it belongs to
  Stability stability = Stability::unknown;
  std::optional<ModeSet> modes;  ///< about it
  std::string no_modes;          ///< why there are none
};

/// Solves 0 = f(t,q,0,s) − Gᵀλ, 0 = g(t,q), 0 = σ(t,q,0,s) from (q₀, s₀).
///
/// First with s held at s₀, by the continuation of static_equilibrium (formulation qs), which
/// slides downhill; then, where there are states, by Newton's method for all together,
///
///     [ K       Gᵀ  D_s ] [δθ]     [ Gᵀλ − f ]
///     [ G       0   0   ] [δλ] = − [    g    ],      K = (Gᵀλ − f)_q H,
///     [ σ_q H   0   σ_s ] [δs]     [    σ    ]
///
/// which has no solution for states that remember their history (plastic strains): then s stays
/// held. Where constraints repeat each other, independent ones are chosen at q₀.
///
/// Throws InvalidInput for a system without statics, NoConsistentState where there is no
/// equilibrium near q₀.
Equilibrium find_equilibrium(const std::shared_ptr<const MechanicalSystem>& system, double t, ConstVec q0,
                             ConstVec s0);

}  // namespace pleuel
