// A start from which stiff deformations follow the gross motion without oscillating.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

struct SmoothStartRequest {
  static constexpr int most_sweeps = 3;

  double t = 0;
  Vector q, v, s;                ///< the gross motion stays as near to it as the constraints allow
  std::vector<int> deformation;  ///< numbers of the deformations among the velocities
  int sweeps = 1;                ///< 1 … most_sweeps
  double horizon = 1;            ///< s; the equations are smooth on [t, t + horizon]
};

/// One sweep's deformation and its rate at the start.
struct SmoothSweep {
  Vector q, v;
  /// Distance from the next sweep in the energy norm, relative to that of the state without
  /// deformation.
  double remaining = 0;
};

struct SmoothStart {
  Vector q, v;  ///< of the whole system; g = 0 and G v + g_t = 0 hold
  std::vector<SmoothSweep> sweeps;
  double window = 0;  ///< s, on which the slow motion was looked at
};

/// Quasi-static sweeps [Sim97]. Let v = (ṗ, ė) with gross motion p and deformation e, and r(t,p,e)
/// the force rows of e at rest, −f_e(t, p, e, 0), which hold grad W(e). The slow motion, along
/// which e follows p, is expanded as e⁰ = 0 and
///
///     g(t, p, eᵏ) = 0,   M_pp p̈ + M_pe ëᵏ = f_p(t, p, eᵏ, ṗ, ėᵏ) − G_pᵀλ
///     r(t, p, eᵏ⁺¹) = r(t, p, eᵏ) − (M_ep p̈ + M_ee ëᵏ − f_e(t, p, eᵏ, ṗ, ėᵏ) + G_eᵀλ)
///
/// For linear elasticity the last row is eᵏ⁺¹ = K⁻¹[…]. All are functions of time on a window after
/// t: derivatives of eᵏ are those of the polynomial through its points (ChebyshevWindow); p, where
/// it is free, is found on it by Picard's iteration; internal states stay as they are. The window
/// is halved until the polynomial resolves e¹, and once more. It lies after t only, because
/// equations need not hold before their start.
///
/// A sweep takes away about 1 − (Ω/ω)² of the oscillation, Ω the frequency of the gross motion, ω
/// the lowest of the deformation, in an asymptotic expansion: with Ω near ω `remaining` does not
/// fall. At the end e and ė are taken from the last sweep, and p and ṗ, moved as little as possible
/// in the metric of M_pp, from g = 0 and G v + g_t = 0. `remaining` is the amplitude left over,
/// that after a start without deformation being 1: with Δ the distance from the next sweep,
///
///     √((ΔeᵀKΔe + ΔėᵀMΔė) / (eᵀKe + ėᵀMė)).
///
/// Damping and other forces linear in ė enter by ėᵏ. Throws InvalidInput for a request that does
/// not fit the system, NoConsistentState where no slow motion is found.
SmoothStart smooth_start(const MechanicalSystem& system, const SmoothStartRequest& request);

}  // namespace pleuel
