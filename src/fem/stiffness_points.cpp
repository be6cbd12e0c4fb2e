#include "pleuel/fem/stiffness_points.hpp"

#include <algorithm>

namespace pleuel::fem {
namespace {

constexpr int curved_degree = 3;  // of ∂N/∂x det J and det J

void integrate_constants(const Mesh& mesh, const Cell& cell, StiffnessPoints<3>& points) {
  const int n = n_nodes_of(cell.type);
  Eigen::Matrix<double, 3, most_cell_nodes<3>> missing;
  missing.setZero();
  double volume = 0, sum = 0;
  for (const auto& [xi, weight] : simplex_rule<3>(curved_degree)) {
    const CellAt<3> at(mesh, cell, xi);
    volume += weight * at.determinant;
    missing.leftCols(n) += weight * at.determinant * at.gradient.leftCols(n);
  }
  for (const auto& point : points) sum += point.size;
  for (int p = 0; p < points.n; ++p) {
    points.points[p].size *= volume / sum;
    missing.leftCols(n) -= points.points[p].size * points.points[p].gradient.leftCols(n);
  }
  for (int p = 0; p < points.n; ++p) points.points[p].gradient.leftCols(n) += missing.leftCols(n) / volume;
}

}  // namespace

bool is_affine(const Mesh& mesh, const Cell& cell) {
  const int n_corners = n_corners_of(cell.type);
  double size = 0, bend = 0;
  for (int k = n_corners; k < n_nodes_of(cell.type); ++k) {
    const auto [a, b] = edge_corners(k - n_corners);
    const Eigen::Vector3d &start = mesh.nodes[cell.node[a]], &end = mesh.nodes[cell.node[b]];
    size = std::max(size, (end - start).norm());
    bend = std::max(bend, (mesh.nodes[cell.node[k]] - 0.5 * (start + end)).norm());
  }
  return bend <= 1e-14 * size;
}

template <int D>
StiffnessPoints<D> stiffness_points(const Mesh& mesh, const Cell& cell) {
  StiffnessPoints<D> result;
  for (const auto& [xi, weight] : stiffness_rule<D>(cell.type)) {
    const CellAt<D> at(mesh, cell, xi);
    result.points[result.n++] = {weight * at.determinant, at.gradient};
  }
  if constexpr (D == 3)
    if (is_quadratic(cell.type) && !is_affine(mesh, cell)) integrate_constants(mesh, cell, result);
  return result;
}

template StiffnessPoints<2> stiffness_points(const Mesh&, const Cell&);
template StiffnessPoints<3> stiffness_points(const Mesh&, const Cell&);

}  // namespace pleuel::fem
