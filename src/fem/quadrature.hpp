// Quadrature on the reference triangle and the reference tetrahedron.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "pleuel/linalg/gauss_rule.hpp"

namespace pleuel::fem {

template <int D>
struct QuadraturePoint {
  Eigen::Matrix<double, D, 1> xi;
  double weight;
};

/// A rule on the simplex ξ_i ≥ 0, Σξ_i ≤ 1 in D dimensions, exact for polynomials of a degree. Its
/// points are in the interior, its weights are positive and add up to 1/D!.
///
///     degree 1   the centre
///     degree 2   D + 1 points, one near each corner
///     degree 4   six points for D = 2, by their equations
///     else       a product of Gauss formulas on a cube folded to the simplex
template <int D>
std::span<const QuadraturePoint<D>> simplex_rule(int degree);

/// The highest degree that simplex_rule has.
inline constexpr int highest_degree = 8;

}  // namespace pleuel::fem
