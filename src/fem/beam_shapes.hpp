// A straight beam with user-defined shape functions.
#pragma once

#include <functional>

#include "pleuel/fem/section.hpp"
#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {

/// A function of the position along a beam, with its derivatives.
struct Curve {
  double value = 0, first = 0, second = 0;
};

/// One shape of a beam along x: axial displacement u(x) and transverse displacement w(x) of its
/// axis. Missing functions are zero.
struct BeamShape {
  std::function<Curve(double x)> along, across;
};

struct BeamShapesData {
  double length = 0;  ///< m; the beam occupies 0 … length
  BeamSection section;
  std::vector<BeamShape> shapes;
  int panels = 8;  ///< with eight Gauss points each
};

/// The Ritz method of [Sim96] for displacements (u − y w', w), u = Σ u_i q_i, w = Σ w_i q_i:
///
///     K_ij = ∫ EA u_i'u_j' + EI w_i''w_j'',   W = ½ qᵀK q + ½ ∫ EA u' w'²
///
/// The cubic term of W is the part of ½ EA (u' + ½w'²)² that couples stretching and bending. Its
/// gradient k(q) is the nonlinear stiffness of the slider crank's rod [MM08, II.19].
class BeamShapes {
 public:
  explicit BeamShapes(const BeamShapesData& data);

  const ShapeIntegrals<2>& integrals() const { return integrals_; }
  const Matrix& stiffness() const { return stiffness_; }
  /// T_i(j, k) = ∫ EA u_i' w_j' w_k', for ShapeEnergy.
  const std::vector<Matrix>& coupling() const { return coupling_; }
  double coupling_energy(const Vector& q) const;
  Vector coupling_gradient(const Vector& q) const;
  Matrix coupling_tangent(const Vector& q) const;

 private:
  ShapeIntegrals<2> integrals_;
  Matrix stiffness_;
  std::vector<Matrix> coupling_;
};

}  // namespace pleuel::fem
