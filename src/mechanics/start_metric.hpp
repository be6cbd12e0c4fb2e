// What "near the values given" means when a start is made consistent.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// A start is moved as little as possible. In the metric of the mass matrix M alone straining an
/// elastic body costs as little as turning it, and a closed loop is assembled by strain. With K the
/// stiffness of the deformations and ω₁ the lowest frequency of their body,
///
///     positions    minimise (q − q₀)ᵀ (M + τ²K) (q − q₀),   g = 0,   τ = 1000/ω₁
///     velocities   minimise (v − v₀)ᵀ (ϑM + τ²K) (v − v₀) + Σ w |J v − u|²,   G v + g_t = 0
///
/// moves the rigid coordinates first and the deformations last: of a correction that rigid
/// coordinates can make, the share (ω₁τ)⁻² goes into strain, (ω₁τ)⁻⁴ of its energy. Where they
/// cannot, the result is the prestress of least energy.
///
/// J v = u are the velocities that the user stated, w their masses. Zeros that nobody stated are no
/// wishes: ϑ = 1e-6 where some velocities are stated and others not. Otherwise ϑ = 1, and the sum
/// is left out.
struct StartMetric {
  static constexpr double omega_tau = 1000;
  static constexpr double unstated_share = 1e-6;

  /// K of one elastic body, whose deformations are q[first …] and have the rates v[first …].
  struct Stiffness {
    std::string body;
    int first = 0;
    FixedMatrix K;
    double omega = 0;  ///< ω₁, rad/s
    double tau_squared() const { return omega_tau * omega_tau / (omega * omega); }
  };
  struct Stated {
    std::string name;  ///< "angular_velocity of body 'crank'"
    std::string unit;
    Vector given;                                    ///< u
    double weight = 0;                               ///< w: mass, kg, or moment of inertia, kg m²
    std::vector<int> velocities;                     ///< those of v that J has columns for
    std::function<Matrix(ConstVec q)> coefficients;  ///< J

    Vector value(ConstVec q, ConstVec v) const;
  };
  std::vector<Stiffness> stiffness;
  std::vector<Stated> stated;
  bool has_unstated = false;  ///< of velocities of bodies

  bool prefers_stated() const { return has_unstated && !stated.empty(); }
  /// Whether it is the metric of M.
  bool is_mass() const { return stiffness.empty() && !prefers_stated(); }
  /// ½ eᵀK e of each body of `stiffness`.
  std::vector<double> strain_energies(ConstVec q) const;
};

}  // namespace pleuel
