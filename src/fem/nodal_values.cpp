#include "pleuel/fem/nodal_values.hpp"

#include "pleuel/fem/triangle.hpp"

namespace pleuel::fem {

Matrix nodal_values(const Mesh& mesh, const Matrix& at_points) {
  Matrix sum = Matrix::Zero(at_points.rows(), mesh.n_nodes());
  Vector area = Vector::Zero(mesh.n_nodes());
  Eigen::Index p = 0;
  for (const auto& element : mesh.elements) {
    const auto rule = stiffness_rule(element.type);
    double size = 0;
    for (const auto& [xi, eta, weight] : rule) size += weight * triangle_determinant(mesh, element, xi, eta);
    for (int k = 0; k < n_nodes_of(element.type); ++k) {
      const int node = element.node[k];
      area[node] += size;
      if (rule.size() == 1) {
        sum.col(node) += size * at_points.col(p);
        continue;
      }
      // Linear functions that are one at one of the points (1/6, 1/6), (2/3, 1/6), (1/6, 2/3) and
      // zero at the others.
      const auto [xi, eta] = t6_node(k);
      const Eigen::Vector3d weights(5.0 / 3 - 2 * xi - 2 * eta, 2 * xi - 1.0 / 3, 2 * eta - 1.0 / 3);
      sum.col(node) += size * (at_points.middleCols(p, 3) * weights);
    }
    p += static_cast<Eigen::Index>(rule.size());
  }
  return sum * area.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
