#include "pleuel/fem/nodal_values.hpp"

#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {

namespace {

/// Adds the values at the nodes of the cells, times their sizes, and the sizes.
template <int D>
void add_cells(const Mesh& mesh, const Matrix& at_points, Matrix& sum, Vector& sizes) {
  Eigen::Index p = 0;
  for (const auto& cell : mesh.elements) {
    const auto rule = stiffness_rule<D>(cell.type);
    double size = 0;
    for (const auto& [xi, weight] : rule) size += weight * cell_determinant<D>(mesh, cell, xi);
    // Barycentric coordinates of the points: `own` for the near corner, `other` for the others.
    const double other = rule[0].xi[0], own = 1 - D * other;
    for (int k = 0; k < n_nodes_of(cell.type); ++k) {
      const int node = cell.node[k];
      sizes[node] += size;
      if (rule.size() == 1) {
        sum.col(node) += size * at_points.col(p);
        continue;
      }
      // Linear functions that are one at one of the points and zero at the others.
      const Eigen::Matrix<double, D, 1> xi = node_place<D>(k);
      Eigen::Matrix<double, D + 1, 1> weights;
      weights << 1 - xi.sum(), xi;
      weights = (weights.array() - other) / (own - other);
      sum.col(node) += size * (at_points.middleCols(p, D + 1) * weights);
    }
    p += static_cast<Eigen::Index>(rule.size());
  }
}

}  // namespace

Matrix nodal_values(const Mesh& mesh, const Matrix& at_points) {
  Matrix sum = Matrix::Zero(at_points.rows(), mesh.n_nodes());
  Vector sizes = Vector::Zero(mesh.n_nodes());
  if (dimension_of(mesh.elements[0].type) == 2)
    add_cells<2>(mesh, at_points, sum, sizes);
  else
    add_cells<3>(mesh, at_points, sum, sizes);
  return sum * sizes.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
