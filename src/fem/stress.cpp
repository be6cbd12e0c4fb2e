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
  if (body.is_beam()) throw InvalidInput("nodal_stress: the body is a beam; use SectionForces");
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

std::array<double, SectionForces::n_points> SectionForces::places() {
  const double gauss = 0.5 / std::sqrt(3.0);
  return {0, 0.5 - gauss, 0.5 + gauss, 1};
}

Matrix SectionForces::at_points(const ElasticBody& body, const Vector& q) {
  if (!body.is_beam()) throw InvalidInput("section forces: the body is no beam; use nodal_stress");
  const Mesh& mesh = body.mesh();
  const BeamSection& section = body.beam_section();
  const auto columns = beam_columns(section);
  const double EA = section.material.modulus * section.area, EI = section.material.modulus * section.inertia;
  const int n_rows = section.axial == AxialPart::included ? 3 : 2;
  Matrix forces(n_rows, n_points * mesh.n_elements());
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    const BeamAt start(mesh, mesh.elements[e], 0), end(mesh, mesh.elements[e], 1);
    double stretch = 0, first = 0, last = 0;  // u_t', and w'' at both ends
    for (std::size_t k = 0; k < columns.size(); ++k) {
      stretch += start.du[columns[k]] * q[dofs[k]];
      first += start.ddw[columns[k]] * q[dofs[k]];
      last += end.ddw[columns[k]] * q[dofs[k]];
    }
    for (int p = 0; p < n_points; ++p) {
      auto column = forces.col(n_points * e + p);
      column[0] = EA * stretch;  // overwritten if there is no N
      column[n_rows - 2] = -EI * (last - first) / start.length;
      column[n_rows - 1] = EI * (first + places()[p] * (last - first));
    }
  }
  return forces;
}

Matrix SectionForces::at_nodes(const ElasticBody& body, const Vector& q) {
  const Matrix points = at_points(body, q);
  const Mesh& mesh = body.mesh();
  Matrix sum = Matrix::Zero(points.rows(), mesh.n_nodes());
  Vector count = Vector::Zero(mesh.n_nodes());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (const int end : {0, 1}) {
      const int node = mesh.elements[e].node[end];
      sum.col(node) += points.col(n_points * e + (end == 0 ? 0 : n_points - 1));
      count[node] += 1;
    }
  return sum * count.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
