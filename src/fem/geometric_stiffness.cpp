#include "pleuel/fem/geometric_stiffness.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace {

/// σ of a strain H = ∂u/∂x, times the thickness in the plane.
Eigen::Matrix2d stress_of(const ElasticBody& body, const Eigen::Matrix2d& H) {
  const PlaneSection& section = body.plane_section();
  const Eigen::Vector3d s = section.thickness * (plane_moduli(section.material, section.state) *
                                                 Eigen::Vector3d(H(0, 0), H(1, 1), H(0, 1) + H(1, 0)));
  Eigen::Matrix2d S;
  S << s[0], s[2], s[2], s[1];
  return S;
}
Eigen::Matrix3d stress_of(const ElasticBody& body, const Eigen::Matrix3d& H) {
  Eigen::Matrix<double, 6, 1> strain;
  strain << H.diagonal(), H(0, 1) + H(1, 0), H(1, 2) + H(2, 1), H(2, 0) + H(0, 2);
  const Eigen::Matrix<double, 6, 1> s = solid_moduli(body.solid_section().material) * strain;
  Eigen::Matrix3d S;
  S << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  return S;
}

/// visit(i, j, ∫ ∇N_i · σ ∇N_j of one cell) for each pair of its nodes.
template <int D, class Visit>
void for_each_stressed_pair(const ElasticBody& body, const Vector& q, Visit visit) {
  const Mesh& mesh = body.mesh();
  for (const Cell& cell : mesh.elements) {
    const int n = n_nodes_of(cell.type);
    Eigen::Matrix<double, most_cell_nodes<D>, most_cell_nodes<D>> sum;
    sum.setZero();
    // σ is linear in cells with straight edges, the product of three gradients cubic.
    for (const auto& [xi, weight] : simplex_rule<D>(is_quadratic(cell.type) ? (D == 2 ? 4 : 3) : 1)) {
      const CellAt<D> at(mesh, cell, xi);
      Eigen::Matrix<double, D, D> H = Eigen::Matrix<double, D, D>::Zero();
      for (int k = 0; k < n; ++k) H += q.segment<D>(D * cell.node[k]) * at.gradient.col(k).transpose();
      const auto gradient = at.gradient.leftCols(n);
      sum.topLeftCorner(n, n) +=
          weight * at.determinant * gradient.transpose() * stress_of(body, H) * gradient;
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) visit(cell.node[i], cell.node[j], sum(i, j));
  }
}

}  // namespace

FixedMatrix beam_geometric_stiffness(const ElasticBody& body,
                                     const std::function<double(const Eigen::Vector2d& x)>& N) {
  if (!body.is_beam())
    throw InvalidInput("beam_geometric_stiffness: the body is no beam; use plane_geometric_stiffness");
  const Mesh& mesh = body.mesh();
  const auto columns = beam_columns(body.beam_section());
  FixedMatrix K = body.stiffness();
  K.set_zero();
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    for (const auto& [place, weight] : gauss_rule(4)) {
      const BeamAt at(mesh, mesh.elements[e], body.beam_section(), place);
      const double force = N(at.x) * weight * at.length;
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          K.value[K.slot(dofs[i], dofs[j])] += force * at.dw[columns[i]] * at.dw[columns[j]];
    }
  }
  return K;
}

FixedMatrix solid_geometric_stiffness(const ElasticBody& body, const Vector& q) {
  if (body.is_beam())
    throw InvalidInput("solid_geometric_stiffness: the body is a beam; use beam_geometric_stiffness");
  FixedMatrix K = body.mass();
  K.set_zero();
  if (body.dimension() == 2) {
    for_each_stressed_pair<2>(body, q, [&](int i, int j, double value) {
      for (int d = 0; d < 2; ++d) K.value[K.slot(2 * i + d, 2 * j + d)] += value;
    });
    return K;
  }
  // Column 3j + d of M has the rows 3i + d, in the order of the neighbours i of node j.
  FixedMatrix of_nodes = body.nodal_mass();
  of_nodes.set_zero();
  for_each_stressed_pair<3>(
      body, q, [&](int i, int j, double value) { of_nodes.value[of_nodes.slot(i, j)] += value; });
  for (int j = 0; j < K.cols; ++j)
    std::copy(of_nodes.value.begin() + of_nodes.start[j / 3],
              of_nodes.value.begin() + of_nodes.start[j / 3 + 1], K.value.begin() + K.start[j]);
  return K;
}

}  // namespace pleuel::fem
