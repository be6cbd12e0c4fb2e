// The metric in which initial values are changed as little as possible.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// In the metric of the mass matrix M, straining an elastic body costs as little as rotating it; a
/// closed loop would be assembled by strain. With the stiffness K of the deformations and the
/// lowest frequency ω₁ of their body, the problem
///
///     positions    minimise (q − q₀)ᵀ (M + τ²K) (q − q₀),   g = 0,   τ = 1000/ω₁
///     velocities   minimise (v − v₀)ᵀ (ϑM + τ²K) (v − v₀) + Σ w |J v − u|²,   G v + g_t = 0
///
/// moves rigid coordinates first and deformations last. Of a correction that rigid coordinates can
/// make, only the share (ω₁τ)⁻² goes into strain, with (ω₁τ)⁻⁴ of its energy. If they cannot, the
/// result is the prestress of least energy.
///
/// J v = u are the velocities that the user stated, w their masses. Zeros that are only defaults
/// have a low weight: ϑ = 1e-6 if some velocities are stated and others are not. Otherwise ϑ = 1
/// and the sum is omitted.
struct StartMetric {
  static constexpr double omega_tau = 1000;
  static constexpr double unstated_share = 1e-6;

  /// Stiffness K of one elastic body with deformations q[first …] and rates v[first_v …].
  struct Stiffness {
    std::string body;
    int first = 0, first_v = 0;
    FixedMatrix K;
    double omega = 0;  ///< ω₁, rad/s
    double tau_squared() const { return omega_tau * omega_tau / (omega * omega); }
  };
  struct Stated {
    std::string name;  ///< "angular_velocity of body 'crank'"
    std::string unit;
    Vector given;                                    ///< u
    double weight = 0;                               ///< w: mass, kg, or moment of inertia, kg m²
    std::vector<int> velocities;                     ///< velocities that have a column in J
    std::function<Matrix(ConstVec q)> coefficients;  ///< J

    Vector value(ConstVec q, ConstVec v) const;
  };
  std::vector<Stiffness> stiffness;
  std::vector<Stated> stated;
  bool has_unstated = false;  ///< some velocities of bodies are not stated

  bool prefers_stated() const { return has_unstated && !stated.empty(); }
  /// True if it is the metric of M.
  bool is_mass() const { return stiffness.empty() && !prefers_stated(); }
  /// ½ eᵀK e of each body in `stiffness`.
  std::vector<double> strain_energies(ConstVec q) const;
};

}  // namespace pleuel
