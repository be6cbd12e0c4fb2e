// What a point of a body remembers, and the stress it answers with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/material/stress_state.hpp"

namespace pleuel::material {

/// An internal variable. It is kept as a number without unit, of the size of 1 where it matters, so
/// that one tolerance serves all of them; scale · x is the quantity of the literature, in `unit`.
struct StateVariable {
  std::string name;  ///< "ep11", "Z_I", "beta11"
  std::string unit;
  double scale = 1;
};

/// Many points of one material, one after the other: columns of matrices without gaps.
struct PointStates {
  int n_points = 0;
  const double* strain = nullptr;  ///< ε, n_stress × n_points
  const double* x = nullptr;       ///< x = (w, z), n_states × n_points
};

/// Derivatives at each point, block after block, columns first.
struct PointDerivatives {
  double* by_strain = nullptr;  ///< ∂ẋ/∂ε, n_states × n_stress each
  double* by_state = nullptr;   ///< ∂ẋ/∂x, n_states × n_states each
};

/// A material with internal variables, at the points of a body [RSS99, (25)]:
///
///     σ = D (ε − w),   ẇ = Φ(σ, z),   ż = Ψ(σ, z)
///
/// w is the inelastic strain ε^p, as it is (its scale is 1), z holds what hardens; x = (w, z).
/// Nothing at a point depends on other points. Its stored energy is ½ (ε − w)ᵀ D (ε − w), a volume;
/// σᵀẇ ≥ 0 turns into heat. SI units: σ and D in Pa. Immutable; no allocation in its functions.
class Material {
 public:
  virtual ~Material() = default;

  virtual StressState state() const = 0;
  int n_stress() const { return n_components(state()); }
  int n_states() const { return static_cast<int>(states().size()); }
  /// D.
  virtual const Eigen::MatrixXd& moduli() const = 0;
  /// w, then z; none where the material is elastic.
  virtual const std::vector<StateVariable>& states() const = 0;
  /// x of a point that has not been loaded yet.
  virtual void start(Vec x) const = 0;

  /// ẋ, n_states × n_points.
  virtual void rates(const PointStates& at, double* xdot) const = 0;
  virtual void derivatives(const PointStates& at, const PointDerivatives& out) const = 0;
};

}  // namespace pleuel::material
