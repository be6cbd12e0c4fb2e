// Eigenvalues of a linearised motion: frequencies, damping, shapes.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

struct LinearMotion;

enum class ModeKind {
  rigid,        ///< λ = 0: the mechanism moves freely, or rests at any position
  oscillation,  ///< a pair λ = −ζ ω₀ ± i ω
  aperiodic     ///< a real λ
};
enum class ModeTrend { decaying, neutral, growing };

const char* name_of(ModeKind kind);
const char* name_of(ModeTrend trend);

/// Deviations e^{λt} times the shape. Of a complex pair, the eigenvalue with positive imaginary
/// part is stored. The shape is scaled such that the velocity with the largest share of the kinetic
/// energy has θ = 1, or the largest internal state is 1 if only states change.
struct Mode {
  ModeKind kind = ModeKind::oscillation;
  ModeTrend trend = ModeTrend::neutral;  ///< by the sign of Re λ, beyond rounding
  Complex eigenvalue = 0;                ///< λ, 1/s
  Eigen::VectorXcd theta;                ///< along the velocities: δq = H θ
  Eigen::VectorXcd q;
  Eigen::VectorXcd s;
  /// |Re θ̄ᵢ(Mθ)ᵢ| over their sum: share of each velocity in the kinetic energy
  Vector share;

  double omega() const { return eigenvalue.imag(); }             ///< rad/s, damped
  double natural_omega() const { return std::abs(eigenvalue); }  ///< ω₀, rad/s
  double frequency() const;                                      ///< Hz, damped
  /// ζ = −Re λ/|λ|: 1 for decay without oscillation, negative for growth, NaN for λ = 0.
  double damping_ratio() const;
};

struct ModeSet {
  std::vector<Mode> modes;       ///< rigid modes first, then by |λ|
  int n_degrees_of_freedom = 0;  ///< degrees of freedom n_f
  /// zero eigenvalues among the 2 n_f + n_s, or among those found; an undamped rigid mode has two
  int n_zero = 0;
  int n_growing = 0;   ///< of the modes found
  bool is_all = true;  ///< false: faster modes are left out
  /// false: only the slowest modes were found; others may grow
  bool is_stability_known = true;
  bool is_at_rest = true;  ///< v = a = 0 and ṡ = 0; otherwise eigenvalues of one instant
  /// independent velocities of the linearisation (see LinearMotion)
  std::vector<std::string> independent;

  bool is_unstable() const { return n_growing > 0; }
  /// Leaves out all modes but the n first.
  void keep(std::size_t n);
};

/// The largest order 2 n_f + n_s, or n_v, of dense matrices.
inline constexpr int most_mode_states = 1500;
/// How many of the slowest modes are found beyond, unless a number is given.
inline constexpr int usual_slowest = 20;

/// v = 0, |a| and |ṡ| below 1e-6: an equilibrium has limited accuracy.
bool is_at_rest(const MechanicalSystem& system, const Motion& at);

/// The modes of ẋ = A x, by the QR algorithm on the balanced A [PR69]. Degrees of freedom and names
/// are left to the caller.
///
/// Zero eigenvalues are identified by rank, because rounding turns a double zero into ± √ε. Let A
/// have nullity r, right null vectors Z and left null vectors L. The number of zeros is
/// r + nullity(LᵀZ), because Jordan chains have length two at most. Eigenvalues below about 1e-6 of
/// the largest may count as zero.
///
/// Throws NoConsistentState if A has entries that are not finite; `name` is that of the system.
struct ModeLimits {
  double rounding = 1e-10;  ///< Re λ below this part of |λ| counts as zero
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< modes, the slowest ones
};
ModeSet modes_of(const LinearMotion& linear, const std::string& name, const ModeLimits& limits = {});

/// The modes of the motion linearised on its constraints (LinearMotion). All are found up to
/// most_mode_states; beyond, the usual_slowest ones (slowest_modes). `most`: keeps so many.
///
/// Throws NoConsistentState like linearize_on_constraints, and what slowest_modes throws.
ModeSet modes_about(const MechanicalSystem& system, const Motion& at, int most = 0);

}  // namespace pleuel
