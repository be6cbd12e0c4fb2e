// The slowest modes about a state of rest, for systems too large for dense matrices.
#pragma once

#include "pleuel/mechanics/analysis/modes.hpp"

namespace pleuel {

/// The n modes of smallest |λ|, T(λ) x + (Gᵀμ, 0) = 0 (RestPencil). Damping, loads that follow the
/// motion (K not symmetric) and internal states are included.
///
/// The method is a projection onto a small basis Q of motions that satisfy the constraints: the
/// reduced M, C, K, … have the form of a LinearMotion, whose modes are approximations. One sparse
/// factorisation of T(σ) and G, with a real shift σ far below the fastest rate, serves all steps:
///
///   - Block Krylov steps add T(σ)⁻¹ M times the block added last, which contains the slow modes of
///     the undamped system. The first block is random.
///   - The error of a mode is e = T(σ)⁻¹ T(λ) x, and it decides. It is computed without K, as
///     x − T(σ)⁻¹ (T(σ) − T(λ)) x. Errors above a limit are added to Q (nonlinear Arnoldi [Vos04]);
///     this gives the influence of damping and states.
///   - Krylov methods find one shape for several equal eigenvalues. So a further random block is
///     added in the end, with some Krylov steps. If it changes the n modes, all is repeated.
///
/// Modes with |λ| below 1e-7 of the fastest rate Ω are rigid, if K is symmetric. Eigenvalues are
/// accurate to about 1e-7 of |λ|, or to the rounding of K, up to ε (Ω/|λ|)² of it. Re λ below 1e-7
/// of |λ| counts as zero. The set is not complete: modes that grow fast may be missing.
///
/// Throws InvalidInput if the motion is not at rest or constraints change with time, and
/// NoConsistentState if the iteration does not converge.
ModeSet slowest_modes(const MechanicalSystem& system, const Motion& at, int n);

/// The same with the work it took, for measurements.
struct SlowestWork {
  long factorizations = 0, solves = 0;
  int basis = 0;
};
ModeSet slowest_modes(const MechanicalSystem& system, const Motion& at, int n, SlowestWork& work);

}  // namespace pleuel
