// An equilibrium, and whether it is stable.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pleuel/mechanics/analysis/modes.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {

/// Judged by the linearised motion about the equilibrium.
enum class Stability {
  stable,       ///< no mode grows and none is rigid; undamped modes oscillate forever
  indifferent,  ///< none grows, but there are rigid modes
  unstable,     ///< a mode grows
  unknown       ///< the modes could not be computed, or only the slowest and none of them grows
};
const char* name_of(Stability stability);

/// The internal states at an equilibrium.
enum class StatesAtRest {
  none,     ///< there are none
  at_rest,  ///< σ = 0
  held      ///< no state with σ = 0 was found: s keeps its given value and would creep
};
const char* name_of(StatesAtRest states);

struct Equilibrium {
  /// v = a = 0; λ of least norm if constraints are redundant
  InitialState state;
  double force_residual = 0;       ///< largest |(f − Gᵀλ)ᵢ|
  std::string worst_force;         ///< name of its velocity
  double force_scale = 0;          ///< largest |fᵢ|, for comparison
  double constraint_residual = 0;  ///< largest |gᵢ|
  StatesAtRest states = StatesAtRest::none;
  std::string why_held;     ///< why no state with σ = 0 was found, if held
  double largest_rate = 0;  ///< largest |σᵢ|
  std::string worst_rate;   ///< name of its state
  Stability stability = Stability::unknown;
  std::optional<ModeSet> modes;  ///< modes about the equilibrium
  std::string no_modes;          ///< reason if they are missing
};

/// Solves 0 = f(t,q,0,s) − Gᵀλ, 0 = g(t,q), 0 = σ(t,q,0,s) from (q₀, s₀).
///
/// The first stage holds s at s₀ and uses the continuation of static_equilibrium (formulation qs),
/// which descends to a stable equilibrium. The second stage, if there are internal states, is
/// Newton's method for all unknowns,
///
///     [ K       Gᵀ  D_s ] [δθ]     [ Gᵀλ − f ]
///     [ G       0   0   ] [δλ] = − [    g    ],      K = (Gᵀλ − f)_q H,
///     [ σ_q H   0   σ_s ] [δs]     [    σ    ]
///
/// It has no solution for states that store a history (plastic strains); s then stays at s₀. If
/// constraints are redundant, independent ones are chosen at q₀.
///
/// Throws InvalidInput for a system without statics, and NoConsistentState if there is no
/// equilibrium near q₀.
///
/// `Judgement::omitted` leaves out the modes and the stability.
enum class Judgement { by_modes, omitted };
Equilibrium find_equilibrium(const std::shared_ptr<const MechanicalSystem>& system, double t, ConstVec q0,
                             ConstVec s0, Judgement judgement = Judgement::by_modes);

}  // namespace pleuel
