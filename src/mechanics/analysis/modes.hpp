// Eigenvalues of a linearised motion: frequencies, damping, shapes.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

enum class ModeKind {
  rigid,        ///< λ = 0: the mechanism moves freely, or rests at any position
  oscillation,  ///< a pair λ = −ζ ω₀ ± i ω
  aperiodic     ///< a real λ
};
enum class ModeTrend { decaying, neutral, growing };

const char* name_of(ModeKind kind);
const char* name_of(ModeTrend trend);

/// Deviations e^{λt} times the shape. Of a complex pair, the eigenvalue with positive imaginary
/// part is stored.
struct Mode {
  ModeKind kind = ModeKind::oscillation;
  ModeTrend trend = ModeTrend::neutral;  ///< by the sign of Re λ, beyond rounding
  Complex eigenvalue = 0;                ///< λ, 1/s
  Eigen::VectorXcd q;                    ///< scaled such that the largest entry is 1
  Eigen::VectorXcd s;

  double omega() const { return eigenvalue.imag(); }             ///< rad/s, damped
  double natural_omega() const { return std::abs(eigenvalue); }  ///< ω₀, rad/s
  double frequency() const;                                      ///< Hz, damped
  /// ζ = −Re λ/|λ|: 1 for decay without oscillation, negative for growth, NaN for λ = 0.
  double damping_ratio() const;
};

struct ModeSet {
  std::vector<Mode> modes;       ///< rigid modes first, then by |λ|
  int n_degrees_of_freedom = 0;  ///< degrees of freedom n_f
  /// zero eigenvalues among the 2 n_f + n_s; an undamped rigid mode has two
  int n_zero = 0;
  bool is_at_rest = true;  ///< v = a = 0 and ṡ = 0; otherwise eigenvalues of one instant
  /// independent velocities of the linearisation (see LinearMotion)
  std::vector<std::string> independent;

  bool is_unstable() const;
};

/// The largest order 2 n_f + n_s, or n_v, of the dense matrices.
inline constexpr int most_mode_states = 1500;

/// The modes of ẋ = A x (LinearMotion), by the QR algorithm on the balanced A [PR69].
///
/// Zero eigenvalues are identified by rank, because rounding turns a double zero into ± √ε. Let A
/// have nullity r, right null vectors Z and left null vectors L. The number of zeros is
/// r + nullity(LᵀZ), because Jordan chains have length two at most. Eigenvalues below about 1e-6 of
/// the largest may count as zero.
///
/// Throws InvalidInput beyond most_mode_states. Throws NoConsistentState like
/// linearize_on_constraints, and if A has entries that are not finite.
ModeSet modes_about(const MechanicalSystem& system, const Motion& at);

}  // namespace pleuel
