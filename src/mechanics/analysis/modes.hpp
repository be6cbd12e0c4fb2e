// Eigenvalues of a linearised motion: frequencies, damping, shapes.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

enum class ModeKind {
  rigid,        ///< λ = 0: the mechanism moves freely, or rests in any place
  oscillation,  ///< a pair λ = −ζ ω₀ ± i ω
  aperiodic     ///< a real λ
};
enum class ModeTrend { decaying, neutral, growing };

const char* name_of(ModeKind kind);
const char* name_of(ModeTrend trend);

/// Deviations e^{λt} times the shape; of a pair of eigenvalues the one with the positive imaginary
/// part.
struct Mode {
  ModeKind kind = ModeKind::oscillation;
  ModeTrend trend = ModeTrend::neutral;  ///< by the sign of Re λ, beyond rounding
  Complex eigenvalue = 0;                ///< λ, 1/s
  Eigen::VectorXcd q;                    ///< the coordinate that moves most is 1
  Eigen::VectorXcd s;

  double omega() const { return eigenvalue.imag(); }             ///< rad/s, damped
  double natural_omega() const { return std::abs(eigenvalue); }  ///< ω₀, rad/s
  double frequency() const;                                      ///< Hz, damped
  /// ζ = −Re λ/|λ|: 1 where it creeps back without oscillation, negative where it grows; NaN for λ
  /// = 0.
  double damping_ratio() const;
};

struct ModeSet {
  std::vector<Mode> modes;       ///< rigid ones, then by |λ|
  int n_degrees_of_freedom = 0;  ///< degrees of freedom n_f
  /// zero eigenvalues of the 2 n_f + n_s: two for a rigid mode that nothing brakes
  int n_zero = 0;
  bool is_at_rest = true;  ///< v = a = 0 and ṡ = 0: else the eigenvalues are those of one instant
  /// velocities in which the motion was described (see LinearMotion)
  std::vector<std::string> independent;

  bool is_unstable() const;
};

/// The largest order 2 n_f + n_s, or n_v, of the dense matrices that modes works with.
inline constexpr int most_mode_states = 1500;

/// Of ẋ = A x (LinearMotion), by the QR algorithm on A, balanced [PR69].
///
/// Zero eigenvalues are found by rank and not by size, since rounding makes ± √eps of a double
/// zero: with A of nullity r, Z and L its null vectors on the right and on the left, there are r +
/// nullity(LᵀZ) of them, chains of generalised vectors being no longer than two. Rates below some
/// 1e-6 of the largest one may be taken for zero.
///
/// Throws InvalidInput beyond most_mode_states, NoConsistentState as linearize_on_constraints does,
/// or where A has entries that are no numbers.
ModeSet modes_about(const MechanicalSystem& system, const Motion& at);

}  // namespace pleuel
