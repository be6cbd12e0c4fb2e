// Constitutive equations of a material point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/material/stress_state.hpp"

namespace pleuel::material {

/// An internal variable. It is stored as a dimensionless number of order 1, so that one tolerance
/// fits all of them; scale · x is the quantity of the literature, in `unit`.
struct StateVariable {
  std::string name;  ///< "ep11", "Z_I", "beta11"
  std::string unit;
  double scale = 1;
};

/// Many points of one material, stored contiguously: columns of matrices.
struct PointStates {
  int n_points = 0;
  const double* strain = nullptr;  ///< ε, n_stress × n_points
  const double* x = nullptr;       ///< x = (w, z), n_states × n_points
};

/// Derivatives at each point, block after block, columns first.
struct PointDerivatives {
  double* by_strain = nullptr;  ///< ∂ẋ/∂ε, n_states × n_stress each
  double* by_state = nullptr;   ///< ∂ẋ/∂x by the active states, n_states × n_active each
};

/// A material with internal variables, at the points of a body [RSS99, (25)]:
///
///     σ = D (ε − w),   ẇ = Φ(σ, z),   ż = Ψ(σ, z)
///
/// w is the inelastic strain ε^p (scale 1), z contains the hardening variables; x = (w, z). One of
/// z is the accumulated equivalent plastic strain p, ṗ = √(⅔ ẇ:ẇ) ≥ 0, p(0) = 0. Points do not
/// depend on each other. The elastic energy per volume is ½ (ε − w)ᵀ D (ε − w). Of the plastic
/// power σᵀẇ, hardening may store a part as an energy ψ(z); the rest σᵀẇ − ψ̇ ≥ 0 turns into heat.
/// SI units: σ and D in Pa. Immutable; its functions do not allocate.
class Material {
 public:
  virtual ~Material() = default;

  virtual StressState state() const = 0;
  int n_stress() const { return n_components(state()); }
  int n_states() const { return static_cast<int>(states().size()); }
  /// D.
  virtual const Eigen::MatrixXd& moduli() const = 0;
  /// w, then z; empty if the material is elastic.
  virtual const std::vector<StateVariable>& states() const = 0;
  /// The index of p among the states; −1 if the material is elastic.
  virtual int accumulated_strain() const = 0;
  /// The number of states on which some rate or the stress depends. They come first.
  virtual int n_active() const = 0;
  /// x of an unloaded point.
  virtual void start(Vec x) const = 0;

  /// ψ at one point, J/m³; 0 for laws that store nothing.
  virtual double hardening_energy(const double* x) const = 0;
  /// ψ̇ at one point whose rates are ẋ.
  virtual double hardening_power(const double* x, const double* xdot) const = 0;

  /// ẋ, n_states × n_points.
  virtual void rates(const PointStates& at, double* xdot) const = 0;
  virtual void derivatives(const PointStates& at, const PointDerivatives& out) const = 0;
};

}  // namespace pleuel::material
