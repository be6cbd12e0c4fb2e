#include "pleuel/fem/stress.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/nodal_values.hpp"
#include "pleuel/fem/triangle.hpp"

namespace pleuel::fem {
namespace {

Eigen::Vector3d strain_at(const TriangleAt& at, const Cell& element, const Vector& q) {
  Eigen::Matrix2d gradient = Eigen::Matrix2d::Zero();
  for (int k = 0; k < n_nodes_of(element.type); ++k)
    gradient += q.segment<2>(2 * element.node[k]) * at.gradient.col(k).transpose();
  return {gradient(0, 0), gradient(1, 1), gradient(0, 1) + gradient(1, 0)};
}

}  // namespace

Matrix nodal_stress(const ElasticBody& body, const Vector& q) {
  if (body.is_beam()) throw InvalidInput("nodal_stress: the body is a beam; use nodal_section_forces");
  const Mesh& mesh = body.mesh();
  const Eigen::Matrix3d D = plane_moduli(body.plane_section().material, body.plane_section().state);
  std::vector<Eigen::Vector3d> at_points;
  for (const auto& element : mesh.elements)
    for (const auto& [xi, eta, weight] : stiffness_rule(element.type))
      at_points.push_back(D * strain_at(TriangleAt(mesh, element, xi, eta), element, q));
  return nodal_values(
      mesh, Eigen::Map<const Matrix>(at_points[0].data(), 3, static_cast<Eigen::Index>(at_points.size())));
}

Vector von_mises(const Matrix& stress, const PlaneSection& section) {
  Vector result(stress.cols());
  for (Eigen::Index k = 0; k < stress.cols(); ++k) {
    const double s1 = stress(0, k), s2 = stress(1, k), s12 = stress(2, k);
    const double s3 = section.state == PlaneState::stress ? 0 : section.material.poisson * (s1 + s2);
    result[k] = std::sqrt(0.5 * ((s1 - s2) * (s1 - s2) + (s2 - s3) * (s2 - s3) + (s3 - s1) * (s3 - s1)) +
                          3 * s12 * s12);
  }
  return result;
}

Matrix nodal_section_forces(const ElasticBody& body, const Vector& q) {
  if (!body.is_beam()) throw InvalidInput("nodal_section_forces: the body is no beam; use nodal_stress");
  const Mesh& mesh = body.mesh();
  const auto& section = body.beam_section();
  const auto columns = beam_columns(section);
  Eigen::Matrix2Xd sum = Eigen::Matrix2Xd::Zero(2, mesh.n_nodes());
  Vector count = Vector::Zero(mesh.n_nodes());
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    for (int end = 0; end < 2; ++end) {
      const BeamAt at(mesh, mesh.elements[e], end);
      double stretch = 0, curvature = 0;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        stretch += at.du[columns[k]] * q[dofs[k]];
        curvature += at.ddw[columns[k]] * q[dofs[k]];
      }
      const int node = mesh.elements[e].node[end];
      sum.col(node) +=
          section.material.modulus * Eigen::Vector2d(section.area * stretch, section.inertia * curvature);
      count[node] += 1;
    }
  }
  return sum * count.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
