#include "pleuel/fem/geometric_stiffness.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {

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

FixedMatrix plane_geometric_stiffness(const ElasticBody& body, const Vector& q) {
  if (body.is_beam())
    throw InvalidInput("plane_geometric_stiffness: the body is a beam; use beam_geometric_stiffness");
  const Mesh& mesh = body.mesh();
  const Eigen::Matrix3d D = plane_moduli(body.plane_section().material, body.plane_section().state);
  FixedMatrix K = body.stiffness();
  K.set_zero();
  for (const auto& element : mesh.elements) {
    const int n = n_nodes_of(element.type);
    for (const auto& [xi, weight] : simplex_rule<2>(element.type == CellType::t6 ? 4 : 1)) {
      const CellAt<2> at(mesh, element, xi);
      Eigen::Matrix2d G = Eigen::Matrix2d::Zero();
      for (int k = 0; k < n; ++k) G += q.segment<2>(2 * element.node[k]) * at.gradient.col(k).transpose();
      const Eigen::Vector3d s = (weight * at.determinant * body.plane_section().thickness) *
                                (D * Eigen::Vector3d(G(0, 0), G(1, 1), G(0, 1) + G(1, 0)));
      Eigen::Matrix2d S;
      S << s[0], s[2], s[2], s[1];
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const double value = at.gradient.col(i).dot(S * at.gradient.col(j));
          for (int d = 0; d < 2; ++d)
            K.value[K.slot(2 * element.node[i] + d, 2 * element.node[j] + d)] += value;
        }
    }
  }
  return K;
}

}  // namespace pleuel::fem
