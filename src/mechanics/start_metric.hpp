// The metric in which initial values are changed as little as possible.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {

/// In the metric of the mass matrix M, straining an elastic body costs as little as rotating it; a
/// closed loop would be assembled by strain. With the stiffness K of the deformations and the
/// lowest frequency ω₁ of their body, the problem
///
///     positions    minimise (q − q₀)ᵀ (M + τ²K) (q − q₀),   g = 0,   τ = 1000/ω₁
///     velocities   minimise (v − v₀)ᵀ (ϑM + τ²K) (v − v₀) + Σ w |J v − u|²,   G v + g_t = 0
///
/// moves rigid coordinates first and deformations last. For geometrically exact beams W, the strain
/// energy of their positions, takes the place of ½qᵀKq, so that all nodes of a beam move like one
/// rigid body. Of a correction that rigid coordinates can
/// make, only the share (ω₁τ)⁻² goes into strain, with (ω₁τ)⁻⁴ of its energy. If they cannot, the
/// result is the prestress of least energy.
///
/// J v = u are the velocities that the user stated, w their masses. Zeros that are only defaults
/// have a low weight: ϑ = 1e-9 if some velocities are stated and others are not, and the problem is
/// solved again with the solution as v₀ in the term of ϑM, until it no longer changes (the proximal
/// point algorithm [Roc76]). So velocities that are stated and allowed hold exactly. Otherwise
/// ϑ = 1 and the sum is omitted.
struct StartMetric {
  static constexpr double omega_tau = 1000;
  static constexpr double unstated_share = 1e-9;

  /// Stiffness K of one elastic body with deformations q[first …] and rates v[first_v …].
  struct Stiffness {
    std::string body;
    int first = 0, first_v = 0;
    FixedMatrix K;
    double omega = 0;  ///< ω₁, rad/s
    double tau_squared() const { return omega_tau * omega_tau / (omega * omega); }
  };
  /// A geometrically exact beam with strain energy W; ω₁ is that of its first node held.
  struct Beam {
    std::string name;
    double omega = 0;
    std::function<double(ConstVec q)> energy;  ///< W
    /// Adds ∂W/∂θ to `gradient`, and appends the entries of its derivative for W = 0.
    std::function<void(ConstVec q, Vector& gradient, std::vector<MatrixEntry>& K)> linearize;
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
  std::vector<Beam> beams;
  std::vector<Stated> stated;
  bool has_unstated = false;  ///< some velocities of bodies are not stated

  bool prefers_stated() const { return has_unstated && !stated.empty(); }
  /// True if it is the metric of M.
  bool is_mass() const { return stiffness.empty() && beams.empty() && !prefers_stated(); }
  /// ½ eᵀK e of each body in `stiffness` and W of each of `beams`.
  struct Strain {
    std::string body;
    double energy = 0, omega = 0;
  };
  std::vector<Strain> strains(ConstVec q) const;
};

}  // namespace pleuel
