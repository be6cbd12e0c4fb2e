// The quadrature points of the stiffness matrix of triangles and tetrahedra.
#pragma once

#include <array>

#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {

/// Whether the middle nodes stand in the middle of straight edges, so that the map is affine.
bool is_affine(const Mesh& mesh, const Cell& cell);

/// A point of a cell. `size` is its part of the area or volume.
template <int D>
struct StiffnessPoint {
  double size = 0;
  Eigen::Matrix<double, D, most_cell_nodes<D>> gradient;  ///< ∂N/∂x; unset beyond the cell's nodes
};

template <int D>
struct StiffnessPoints {
  int n = 0;
  std::array<StiffnessPoint<D>, D + 1> points;

  auto begin() const { return points.begin(); }
  auto end() const { return points.begin() + n; }
};

/// The points of stiffness_rule, at which K, stresses and internal variables stand.
///
/// A Tet10 with curved edges is not integrated exactly by four points, as ∂N/∂x det J is of degree
/// 3. There the sizes are scaled to the volume V of the cell, and the gradients get a common term:
///
///     ∂N/∂x + (∫∂N/∂x − Σ size ∂N/∂x)/V
///
/// Then Σ size Bᵀσ of a constant stress is its exact integral, so constant stresses, also those of
/// inelastic strains, are in equilibrium. Displacements that are linear in x keep their strains.
template <int D>
StiffnessPoints<D> stiffness_points(const Mesh& mesh, const Cell& cell);

}  // namespace pleuel::fem
