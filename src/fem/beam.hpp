// The Bernoulli–Euler beam element at one point.
#pragma once

#include <Eigen/Core>
#include <span>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// Shape functions of the element's unknowns (u1, u2, θ at both ends, in body axes) at s ∈ (0, L)
/// along its axis: linear u_t and cubic (Hermite) w, with their derivatives by s.
struct BeamAt {
  using Row = Eigen::Matrix<double, 1, 6>;
  double length;
  Eigen::Vector2d x, t, n;  ///< point of the axis, direction, normal
  Row u, du, w, dw, ddw;

  /// `place` = s/L.
  BeamAt(const Mesh& mesh, const Cell& element, double place);
};

/// The columns of a beam's six shape functions that exist as unknowns: all, or (u2, θ) at both
/// ends.
std::span<const int> beam_columns(const BeamSection& section);

}  // namespace pleuel::fem
