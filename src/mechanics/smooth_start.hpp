// A start on the slow manifold: stiff deformations follow the gross motion without oscillation.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

struct SmoothStartRequest {
  static constexpr int most_sweeps = 3;

  double t = 0;
  Vector q, v, s;                ///< the gross motion stays as close to it as the constraints allow
  std::vector<int> deformation;  ///< indices of the deformations among the velocities
  int sweeps = 1;                ///< 1 … most_sweeps
  double horizon = 1;            ///< s; the equations are smooth on [t, t + horizon]
};

/// Deformation and its rate at the start after one sweep.
struct SmoothSweep {
  Vector q, v;
  /// Distance from the next sweep in the energy norm, relative to that of the undeformed state.
  double remaining = 0;
};

struct SmoothStart {
  Vector q, v;  ///< of the whole system; satisfies g = 0 and G v + g_t = 0
  std::vector<SmoothSweep> sweeps;
  double window = 0;  ///< s, length of the interval used for the slow motion
};

/// Quasi-static sweeps [Sim97]. Let v = (ṗ, ė) with gross motion p and deformation e. Let
/// r(t,p,e) = −f_e(t, p, e, 0) be the force rows of e at rest, which include grad W(e). The slow
/// motion is expanded as e⁰ = 0 and
///
///     g(t, p, eᵏ) = 0,   M_pp p̈ + M_pe ëᵏ = f_p(t, p, eᵏ, ṗ, ėᵏ) − G_pᵀλ
///     r(t, p, eᵏ⁺¹) = r(t, p, eᵏ) − (M_ep p̈ + M_ee ëᵏ − f_e(t, p, eᵏ, ṗ, ėᵏ) + G_eᵀλ)
///
/// For linear elasticity the last row is eᵏ⁺¹ = K⁻¹[…]. All quantities are functions of time on a
/// window after t. Derivatives of eᵏ are those of its interpolation polynomial (ChebyshevWindow). A
/// free p is found by Picard iteration; internal states are constant. The window is halved until
/// the polynomial resolves e¹, and once more. It lies after t, because the equations need not hold
/// before their start.
///
/// A sweep removes about 1 − (Ω/ω)² of the oscillation, where Ω is the frequency of the gross
/// motion and ω the lowest of the deformation. This is an asymptotic expansion: for Ω near ω,
/// `remaining` does not decrease. Finally e and ė are taken from the last sweep; p and ṗ follow
/// from g = 0 and G v + g_t = 0 with minimal change in the metric of M_pp. `remaining` is the
/// remaining amplitude relative to a start without deformation: with Δ the distance from the next
/// sweep,
///
///     √((ΔeᵀKΔe + ΔėᵀMΔė) / (eᵀKe + ėᵀMė)).
///
/// Damping and other forces linear in ė enter through ėᵏ. Throws InvalidInput for a request that
/// does not fit the system, and NoConsistentState if no slow motion is found.
SmoothStart smooth_start(const MechanicalSystem& system, const SmoothStartRequest& request);

}  // namespace pleuel
