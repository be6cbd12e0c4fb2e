#include "pleuel/fem/stress.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/triangle.hpp"

namespace pleuel::fem {
namespace {

Eigen::Vector3d strain_at(const TriangleAt& at, const Element& element, const Vector& q) {
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
  Eigen::Matrix3Xd sum = Eigen::Matrix3Xd::Zero(3, mesh.n_nodes());
  Vector area = Vector::Zero(mesh.n_nodes());
  for (const auto& element : mesh.elements) {
    const bool is_t6 = element.type == ElementType::t6;
    const auto rule = triangle_rule(is_t6 ? 2 : 1);
    Eigen::Matrix3d at_points;
    double size = 0;
    for (std::size_t p = 0; p < rule.size(); ++p) {
      const TriangleAt at(mesh, element, rule[p].xi, rule[p].eta);
      at_points.col(p) = D * strain_at(at, element, q);
      size += rule[p].weight * at.determinant;
    }
    for (int k = 0; k < n_nodes_of(element.type); ++k) {
      const int node = element.node[k];
      area[node] += size;
      if (!is_t6) {
        sum.col(node) += size * at_points.col(0);
        continue;
      }
      // The points are at (1/6, 1/6), (2/3, 1/6), (1/6, 2/3): the linear functions that are one at one of them and zero at
      // the others.
      const auto [xi, eta] = t6_node(k);
      const Eigen::Vector3d weights(5.0 / 3 - 2 * xi - 2 * eta, 2 * xi - 1.0 / 3, 2 * eta - 1.0 / 3);
      sum.col(node) += size * (at_points * weights);
    }
  }
  return sum * area.cwiseInverse().asDiagonal();
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
