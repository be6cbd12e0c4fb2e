#include "pleuel/fem/stress.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/nodal_values.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/spatial_beam.hpp"

namespace pleuel::fem {
namespace {

/// σ at the points of a body of triangles or tetrahedra, one column per point.
template <int D, class Moduli>
Matrix point_stress(const ElasticBody& body, const Moduli& law, const Vector& q) {
  const Mesh& mesh = body.mesh();
  constexpr int n_components = D * (D + 1) / 2;
  const auto n_points = static_cast<Eigen::Index>(stiffness_rule<D>(mesh.elements[0].type).size());
  Matrix stress(n_components, n_points * mesh.n_elements());
  Eigen::Index p = 0;
  for (const auto& element : mesh.elements)
    for (const auto& [xi, weight] : stiffness_rule<D>(element.type)) {
      const CellAt<D> at(mesh, element, xi);
      Eigen::Matrix<double, D, D> H = Eigen::Matrix<double, D, D>::Zero();
      for (int k = 0; k < n_nodes_of(element.type); ++k)
        H += q.segment<D>(D * element.node[k]) * at.gradient.col(k).transpose();
      Eigen::Matrix<double, n_components, 1> strain;
      if constexpr (D == 2)
        strain << H(0, 0), H(1, 1), H(0, 1) + H(1, 0);
      else
        strain << H(0, 0), H(1, 1), H(2, 2), H(0, 1) + H(1, 0), H(1, 2) + H(2, 1), H(2, 0) + H(0, 2);
      stress.col(p++) = law * strain;
    }
  return stress;
}

}  // namespace

Matrix nodal_stress(const ElasticBody& body, const Vector& q) {
  if (body.is_beam()) throw InvalidInput("nodal_stress: the body is a beam; use SectionForces");
  if (body.dimension() == 3)
    return nodal_values(body.mesh(), point_stress<3>(body, solid_moduli(body.material()), q));
  const Eigen::Matrix3d D = plane_moduli(body.material(), body.plane_section().state);
  return nodal_values(body.mesh(), point_stress<2>(body, D, q));
}

Vector von_mises(const ElasticBody& body, const Matrix& stress) {
  if (body.dimension() == 2) return von_mises(stress, body.plane_section());
  Vector result(stress.cols());
  for (Eigen::Index k = 0; k < stress.cols(); ++k) {
    const double a = stress(0, k) - stress(1, k), b = stress(1, k) - stress(2, k),
                 c = stress(2, k) - stress(0, k);
    result[k] = std::sqrt(0.5 * (a * a + b * b + c * c) + 3 * stress.col(k).tail<3>().squaredNorm());
  }
  return result;
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

std::vector<SectionForces::Field> SectionForces::fields(const ElasticBody& body) {
  std::vector<Field> all;
  if (body.dof(0, NodalDof::x)) all.push_back({"axial_force", "N"});
  if (body.is_spatial_beam())
    all.insert(all.end(), {{"shear_force_y", "N"},
                           {"shear_force_z", "N"},
                           {"torque", "N m"},
                           {"bending_moment_y", "N m"},
                           {"bending_moment_z", "N m"}});
  else
    all.insert(all.end(), {{"shear_force", "N"}, {"bending_moment", "N m"}});
  return all;
}

Matrix SectionForces::at_points(const ElasticBody& body, const Vector& q) {
  if (!body.is_beam()) throw InvalidInput("section forces: the body is no beam; use nodal_stress");
  if (body.is_spatial_beam()) return spatial_section_forces(body, q, places());
  const Mesh& mesh = body.mesh();
  const BeamSection& section = body.beam_section();
  const auto columns = beam_columns(section);
  const double EA = section.material.modulus * section.area, EI = section.material.modulus * section.inertia;
  const int n_rows = section.axial == AxialPart::included ? 3 : 2;
  Matrix forces(n_rows, n_points * mesh.n_elements());
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    const BeamAt start(mesh, mesh.elements[e], section, 0), end(mesh, mesh.elements[e], section, 1);
    double stretch = 0, first = 0, last = 0;  // u_t', and θ' at both ends
    for (std::size_t k = 0; k < columns.size(); ++k) {
      stretch += start.du[columns[k]] * q[dofs[k]];
      first += start.dturn[columns[k]] * q[dofs[k]];
      last += end.dturn[columns[k]] * q[dofs[k]];
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

Matrix SectionForces::means_at_nodes(const Mesh& mesh, const Matrix& at_points) {
  Matrix sum = Matrix::Zero(at_points.rows(), mesh.n_nodes());
  Vector count = Vector::Zero(mesh.n_nodes());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (const int end : {0, 1}) {
      const int node = mesh.elements[e].node[end];
      sum.col(node) += at_points.col(n_points * e + (end == 0 ? 0 : n_points - 1));
      count[node] += 1;
    }
  return sum * count.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
