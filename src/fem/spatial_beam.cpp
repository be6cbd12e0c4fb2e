#include "pleuel/fem/spatial_beam.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/quadrature.hpp"

namespace pleuel::fem {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

constexpr int n_spatial_points = 4;  // exact for products of cubic functions
// sine of the angle below which a direction is parallel to an element
constexpr double parallel = 1e-8;

Vector3d most_perpendicular_axis(const Vector3d& x) {
  Eigen::Index smallest = 0;
  x.cwiseAbs().minCoeff(&smallest);
  return Vector3d::Unit(smallest);
}

std::string text_of_vector(const Vector3d& x) {
  return "(" + number_text(x[0]) + ", " + number_text(x[1]) + ", " + number_text(x[2]) + ")";
}

/// Rows by unknowns in body axes, from those by unknowns in the axes of the section.
template <class Rows>
Rows in_body_axes(const Rows& local, const Matrix3d& axes) {
  Rows rows;
  for (int k = 0; k < SpatialBeamAt::n_columns; k += 3)
    rows.template middleCols<3>(k) = local.template middleCols<3>(k) * axes.transpose();
  return rows;
}

}  // namespace

Matrix3d beam_axes(const Mesh& mesh, int element, const SpatialBeamSection& section) {
  const auto& node = mesh.elements[element].node;
  const Vector3d x = (mesh.nodes[node[1]] - mesh.nodes[node[0]]).normalized();
  const Vector3d wanted = section.y.value_or(most_perpendicular_axis(x));
  const Vector3d across = wanted - wanted.dot(x) * x;
  if (!(across.norm() > parallel * wanted.norm()))
    throw InvalidInput("beam: the y axis of the section, " + text_of_vector(wanted) +
                       ", is parallel to element " + std::to_string(mesh.element_tag(element)) + " from " +
                       text_of_vector(mesh.nodes[node[0]]) + " to " + text_of_vector(mesh.nodes[node[1]]) +
                       "; give another direction");
  Matrix3d axes;
  axes << x, across.normalized(), x.cross(across.normalized());
  return axes;
}

SpatialBeamAt::SpatialBeamAt(const Mesh& mesh, int element, const SpatialBeamSection& section, double place) {
  const auto& node = mesh.elements[element].node;
  const Vector3d &a = mesh.nodes[node[0]], &b = mesh.nodes[node[1]];
  length = (b - a).norm();
  axes = beam_axes(mesh, element, section);
  x = a + place * (b - a);
  const auto stiffness = section_stiffness(section);
  const BeamBending xy(length, shear_parameter(stiffness[5], stiffness[1], length), place),
      xz(length, shear_parameter(stiffness[4], stiffness[2], length), place);
  constexpr int first = 0, second = 6;
  const auto linear = [](auto& rows, int row, int column, double at_first, double at_second) {
    rows(row, first + column) = at_first;
    rows(row, second + column) = at_second;
  };
  const auto in_xy = [](auto& rows, int row, const BeamBending::Row& r) {
    rows(row, first + 1) = r[0];
    rows(row, first + 5) = r[1];
    rows(row, second + 1) = r[2];
    rows(row, second + 5) = r[3];
  };
  // The rotation of BeamBending is −θ_y.
  const auto in_xz = [](auto& rows, int row, const BeamBending::Row& r) {
    rows(row, first + 2) = r[0];
    rows(row, first + 4) = -r[1];
    rows(row, second + 2) = r[2];
    rows(row, second + 4) = -r[3];
  };
  u.setZero();
  linear(u, 0, 0, 1 - place, place);
  in_xy(u, 1, xy.w);
  in_xz(u, 2, xz.w);
  turn.setZero();
  linear(turn, 0, 3, 1 - place, place);
  in_xz(turn, 1, -xz.turn);
  in_xy(turn, 2, xy.turn);
  slope.setZero();
  linear(slope, 0, 0, -1 / length, 1 / length);
  in_xy(slope, 1, xy.dw);
  in_xz(slope, 2, xz.dw);
  strain.setZero();
  linear(strain, 0, 0, -1 / length, 1 / length);
  in_xy(strain, 1, xy.shear);
  in_xz(strain, 2, xz.shear);
  linear(strain, 3, 3, -1 / length, 1 / length);
  in_xz(strain, 4, -xz.dturn);
  in_xy(strain, 5, xy.dturn);
  u = in_body_axes(u, axes);
  turn = in_body_axes(turn, axes);
  slope = in_body_axes(slope, axes);
  strain = in_body_axes(strain, axes);
}

SpatialBeamAt::Rows SpatialBeamAt::displacement(double y, double z) const {
  Rows of_section = u;
  of_section.row(0) += z * turn.row(1) - y * turn.row(2);
  of_section.row(1) -= z * turn.row(0);
  of_section.row(2) += y * turn.row(0);
  return axes * of_section;
}

Eigen::Matrix<double, 6, 1> section_stiffness(const SpatialBeamSection& s) {
  const double E = s.material.modulus, G = E / (2 * (1 + s.material.poisson));
  Eigen::Matrix<double, 6, 1> stiffness;
  stiffness << E * s.area, s.shear_y, s.shear_z, G * s.torsion, E * s.inertia_y, E * s.inertia_z;
  return stiffness;
}

std::span<const int> beam_columns(const SpatialBeamSection& section) {
  static constexpr int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                       inextensible[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
  if (section.axial == AxialPart::included) return all;
  return inextensible;
}

Matrix beam_stiffness(const ElasticBody& body, int element) {
  const auto& section = body.spatial_beam_section();
  const auto columns = beam_columns(section);
  const auto stiffness = section_stiffness(section);
  Eigen::Matrix<double, SpatialBeamAt::n_columns, SpatialBeamAt::n_columns> whole;
  whole.setZero();
  for (const auto& [place, weight] : gauss_rule(n_spatial_points)) {
    const SpatialBeamAt at(body.mesh(), element, section, place);
    whole += weight * at.length * at.strain.transpose() * stiffness.asDiagonal() * at.strain;
  }
  const auto n = static_cast<Eigen::Index>(columns.size());
  Matrix block(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) block(i, j) = whole(columns[i], columns[j]);
  return block;
}

void visit_spatial_beam(const ElasticBody& body, int element,
                        const std::function<void(const MassPoint&)>& visit) {
  const auto& section = body.spatial_beam_section();
  const auto columns = beam_columns(section);
  const auto dofs = body.element_dofs(element);
  const double y = std::sqrt(section.inertia_z / section.area),
               z = std::sqrt(section.inertia_y / section.area);
  Matrix Phi(3, columns.size());
  for (const auto& [place, weight] : gauss_rule(n_spatial_points)) {
    const SpatialBeamAt at(body.mesh(), element, section, place);
    const double mass = 0.25 * weight * at.length * section.area * body.density();
    for (const double side : {-y, y})
      for (const double up : {-z, z}) {
        const SpatialBeamAt::Rows whole = at.displacement(side, up);
        for (std::size_t k = 0; k < columns.size(); ++k) Phi.col(k) = whole.col(columns[k]);
        visit({mass, at.x + at.axes * Vector3d(0, side, up), dofs, Phi});
      }
  }
}

FixedMatrix beam_geometric_stiffness(const ElasticBody& body, const Vector& q,
                                     const ElasticBody::Field& beta) {
  const auto& section = body.spatial_beam_section();
  if (section.axial == AxialPart::neglected)
    throw InvalidInput(
        "beam_geometric_stiffness: the beam does not stretch, so its axial force is not known");
  const double EA = section.material.modulus * section.area, rho_A = body.density() * section.area,
               polar = (section.inertia_y + section.inertia_z) / section.area;
  FixedMatrix K = body.stiffness();
  K.set_zero();
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    Eigen::Matrix<double, SpatialBeamAt::n_columns, 1> q_e;
    for (int k = 0; k < SpatialBeamAt::n_columns; ++k) q_e[k] = q[dofs[k]];
    const SpatialBeamAt start(body.mesh(), e, section, 0), end(body.mesh(), e, section, 1);
    const double mean = EA * start.strain.row(0).dot(q_e), L = start.length;
    const double first = -rho_A * L * beta(start.x).dot(start.axes.col(0)),
                 second = -0.5 * rho_A * L * (beta(end.x) - beta(start.x)).dot(start.axes.col(0));
    for (const auto& [place, weight] : gauss_rule(n_spatial_points)) {
      const SpatialBeamAt at(body.mesh(), e, section, place);
      const double N = mean - first / 2 - second / 3 + place * (first + place * second);
      const Eigen::Matrix<double, SpatialBeamAt::n_columns, SpatialBeamAt::n_columns> block =
          (weight * L * N) * (at.slope.bottomRows<2>().transpose() * at.slope.bottomRows<2>() +
                              polar * at.strain.row(3).transpose() * at.strain.row(3));
      for (int i = 0; i < SpatialBeamAt::n_columns; ++i)
        for (int j = 0; j < SpatialBeamAt::n_columns; ++j) K.value[K.slot(dofs[i], dofs[j])] += block(i, j);
    }
  }
  return K;
}

Matrix spatial_section_forces(const ElasticBody& body, const Vector& q, std::span<const double> places) {
  const auto& section = body.spatial_beam_section();
  const auto columns = beam_columns(section);
  const auto stiffness = section_stiffness(section);
  const auto n_places = static_cast<int>(places.size());
  const bool stretches = section.axial == AxialPart::included;
  Matrix forces(stretches ? 6 : 5, n_places * body.mesh().n_elements());
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    Eigen::Matrix<double, SpatialBeamAt::n_columns, 1> q_e;
    q_e.setZero();
    for (std::size_t k = 0; k < columns.size(); ++k) q_e[columns[k]] = q[dofs[k]];
    const SpatialBeamAt start(body.mesh(), e, section, 0), end(body.mesh(), e, section, 1);
    const Eigen::Matrix<double, 6, 1> first = stiffness.cwiseProduct(start.strain * q_e),
                                      change = stiffness.cwiseProduct(end.strain * q_e) - first;
    for (int p = 0; p < n_places; ++p) {
      Eigen::Matrix<double, 6, 1> all = first + places[p] * change;
      all[1] = -change[5] / start.length;
      all[2] = change[4] / start.length;
      forces.col(n_places * e + p) = all.tail(forces.rows());
    }
  }
  return forces;
}

}  // namespace pleuel::fem
