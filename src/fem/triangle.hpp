// Shape functions and quadrature of triangles with three and six nodes.
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

/// Shape functions N and their derivatives by (ξ, η) on the triangle ξ, η ≥ 0, ξ + η ≤ 1, with ζ =
/// 1 − ξ − η:
///
///     T3: ζ, ξ, η        T6: ζ(2ζ−1), ξ(2ξ−1), η(2η−1), 4ζξ, 4ξη, 4ηζ
///
/// Columns beyond the element's nodes are not set.
struct TriangleShape {
  Eigen::Matrix<double, 1, 6> N;
  Eigen::Matrix<double, 2, 6> dN;

  TriangleShape(CellType type, double xi, double eta);
};

/// (ξ, η) of a node of T6; the first three are those of T3.
std::pair<double, double> t6_node(int k);

struct TrianglePoint {
  double xi, eta, weight;  ///< weights add up to ½
};

/// Exact for polynomials of degree 1, 2 (points in the interior), 4 (six points, by their
/// equations) and 6 (product of Gauss formulas on a square folded to the triangle).
std::span<const TrianglePoint> triangle_rule(int degree);

/// The quadrature points of the stiffness matrix, of stresses and of internal variables: one for
/// T3, three for T6.
std::span<const TrianglePoint> stiffness_rule(CellType type);

/// The map to an element at one point: determinant of the Jacobian, derivatives of N by x.
struct TriangleAt {
  TriangleShape shape;
  Eigen::Vector2d x;
  double determinant;
  Eigen::Matrix<double, 2, 6> gradient;  ///< ∂N/∂x; columns beyond the element's nodes are not set

  TriangleAt(const Mesh& mesh, const Cell& element, double xi, double eta);
};

double triangle_determinant(const Mesh& mesh, const Cell& element, double xi, double eta);

struct GaussPoint {
  double x, weight;
};

/// Gauss–Legendre points on (0, 1), exact for polynomials of degree 2n − 1.
std::vector<GaussPoint> gauss_rule(int n);

}  // namespace pleuel::fem
