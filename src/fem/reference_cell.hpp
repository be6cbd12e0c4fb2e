// Shape functions of triangles and tetrahedra, and the map from the reference cell to a cell of a
// mesh.
#pragma once

#include <Eigen/Core>

#include "pleuel/fem/mesh.hpp"
#include "pleuel/fem/quadrature.hpp"

namespace pleuel::fem {

/// Of one cell: T6, Tet10.
template <int D>
inline constexpr int most_cell_nodes = D == 2 ? 6 : 10;

/// Shape functions N and their derivatives by ξ on the reference cell ξ_i ≥ 0, Σξ_i ≤ 1, a triangle
/// (D = 2: T3, T6) or a tetrahedron (D = 3: Tet4, Tet10). With the barycentric coordinates
/// L_0 = 1 − Σξ_i, L_i = ξ_i:
///
///     corner a                       L_a (linear cells),  L_a (2L_a − 1) (quadratic cells)
///     middle of the edge of a, b     4 L_a L_b
///
/// Edges are numbered 01, 12, 20, and for tetrahedra also 03, 13, 23. Columns beyond the cell's
/// nodes are not set.
template <int D>
struct CellShape {
  using Point = Eigen::Matrix<double, D, 1>;
  Eigen::Matrix<double, 1, most_cell_nodes<D>> N;
  Eigen::Matrix<double, D, most_cell_nodes<D>> dN;

  CellShape(CellType type, const Point& xi);
};

/// The corners of an edge of a simplex, and the place ξ of a node of a quadratic cell; the first
/// D + 1 nodes are those of the linear cell.
std::array<int, 2> edge_corners(int edge);
template <int D>
Eigen::Matrix<double, D, 1> node_place(int node);

/// The quadrature points of the stiffness matrix, of stresses and of internal variables: one for
/// linear cells, D + 1 for quadratic ones. Exact for straight edges.
template <int D>
std::span<const QuadraturePoint<D>> stiffness_rule(CellType type) {
  return simplex_rule<D>(is_quadratic(type) ? 2 : 1);
}

/// The map to a cell at one point: determinant of the Jacobian, derivatives of N by x.
template <int D>
struct CellAt {
  using Point = Eigen::Matrix<double, D, 1>;
  CellShape<D> shape;
  Point x;
  double determinant;
  Eigen::Matrix<double, D, most_cell_nodes<D>> gradient;  ///< ∂N/∂x; unset beyond the cell's nodes

  CellAt(const Mesh& mesh, const Cell& cell, const Point& xi);
};

template <int D>
double cell_determinant(const Mesh& mesh, const Cell& cell, const Eigen::Matrix<double, D, 1>& xi);

}  // namespace pleuel::fem
