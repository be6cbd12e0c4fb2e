// Beam elements in the plane at one point, and the bending of a beam in one plane.
#pragma once

#include <Eigen/Core>
#include <span>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// Bending of a beam element of length L in one plane: deflection w and rotation θ of the section
/// at the place z = s/L, as functions of (w, θ) at both ends [FK93]. They solve the static
/// equations
///
///     EI θ'' + κGA (w' − θ) = 0,   κGA (w' − θ) = const,   Φ = 12 EI/(κGA L²)
///
/// so w is cubic, θ quadratic, and the shear γ = w' − θ constant. The element is exact for loads at
/// its ends and does not lock. Φ = 0 gives θ = w': the Hermite functions of Bernoulli–Euler beams.
struct BeamBending {
  using Row = Eigen::Matrix<double, 1, 4>;
  Row w, dw, turn, dturn;  ///< w, w', θ, θ'
  Row shear;               ///< γ

  BeamBending(double length, double Phi, double z);
};

/// Φ = 12 EI/(κGA L²); 0 where the section is rigid in shear, which κGA = 0 stands for.
double shear_parameter(double EI, double GA, double length);

/// Shape functions of the unknowns of an element in the plane (u1, u2, θ at both ends, in body
/// axes) at s ∈ (0, L) along its axis: linear u_t and BeamBending, with their derivatives by s.
struct BeamAt {
  using Row = Eigen::Matrix<double, 1, 6>;
  double length;
  Eigen::Vector2d x, t, n;  ///< point of the axis, direction, normal
  Row u, du, w, dw, turn, dturn, shear;

  /// `place` = s/L.
  BeamAt(const Mesh& mesh, const Cell& element, const BeamSection& section, double place);
};

/// The columns of a beam's six shape functions that exist as unknowns: all, or (u2, θ) at both
/// ends.
std::span<const int> beam_columns(const BeamSection& section);

}  // namespace pleuel::fem
