#include "pleuel/fem/elastic_body.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/triangle.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_beam_points = 4;  // exact for products of cubic functions

void require_kind(const Mesh& mesh, bool is_beam) {
  check_mesh(mesh);
  if ((mesh.elements[0].type == CellType::beam) == is_beam) return;
  throw InvalidInput("elastic body: the mesh has " + name_of(mesh.elements[0].type) +
                     " elements, but its section is that of a " + (is_beam ? "beam" : "plane body") +
                     "; give the other section");
}

void add_block(FixedMatrix& to, std::span<const int> dofs, const Eigen::Ref<const Eigen::MatrixXd>& block) {
  for (std::size_t j = 0; j < dofs.size(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i) to.value[to.slot(dofs[i], dofs[j])] += block(i, j);
}

}  // namespace

ElasticBody::ElasticBody(Mesh mesh, const PlaneSection& section)
    : mesh_(std::move(mesh)), section_(section), nodal_dofs_{NodalDof::x, NodalDof::y} {
  require_kind(mesh_, false);
  check_section(section);
  assemble();
}

ElasticBody::ElasticBody(Mesh mesh, const BeamSection& section)
    : mesh_(std::move(mesh)), section_(section), nodal_dofs_{NodalDof::x, NodalDof::y, NodalDof::rotation} {
  require_kind(mesh_, true);
  check_section(section);
  if (section.axial == AxialPart::neglected) {
    nodal_dofs_ = {NodalDof::y, NodalDof::rotation};
    for (int i = 1; i < mesh_.n_nodes(); ++i)
      if (mesh_.nodes[i][1] != mesh_.nodes[0][1])
        throw InvalidInput("beam: node " + std::to_string(mesh_.node_tag(i)) +
                           " is not on the line through the first node parallel to the x axis; without an "
                           "axial part the beam "
                           "must lie along x");
  }
  assemble();
}

double ElasticBody::density() const {
  return is_beam() ? beam_section().material.density : plane_section().material.density;
}

std::optional<int> ElasticBody::dof(int node, NodalDof which) const {
  const auto found = std::find(nodal_dofs_.begin(), nodal_dofs_.end(), which);
  if (found == nodal_dofs_.end()) return std::nullopt;
  return node * static_cast<int>(nodal_dofs_.size()) + static_cast<int>(found - nodal_dofs_.begin());
}

std::string ElasticBody::dof_name(int dof) const {
  const int n = static_cast<int>(nodal_dofs_.size());
  const NodalDof which = nodal_dofs_[dof % n];
  return "node " + std::to_string(mesh_.node_tag(dof / n)) +
         (which == NodalDof::x   ? " x"
          : which == NodalDof::y ? " y"
                                 : " turn");
}

std::vector<int> ElasticBody::element_dofs(int element) const {
  std::vector<int> dofs;
  const int n = static_cast<int>(nodal_dofs_.size());
  for (const int node : mesh_.elements[element].nodes())
    for (int k = 0; k < n; ++k) dofs.push_back(node * n + k);
  return dofs;
}

FixedMatrix ElasticBody::damping(const Rayleigh& rayleigh) const {
  FixedMatrix D = mass_;
  for (std::size_t k = 0; k < D.value.size(); ++k)
    D.value[k] = rayleigh.alpha * mass_.value[k] + rayleigh.beta * stiffness_.value[k];
  return D;
}

Vector ElasticBody::volume_force(const Field& beta) const {
  Vector b = Vector::Zero(n_dofs());
  for_each_mass_point([&](const MassPoint& point) {
    const Eigen::Vector2d force = beta(point.x) * (point.mass / density());
    for (std::size_t k = 0; k < point.dofs.size(); ++k) b[point.dofs[k]] += point.Phi.col(k).dot(force);
  });
  return b;
}

Vector ElasticBody::traction(const std::string& set, const Field& tau) const {
  if (is_beam()) throw InvalidInput("traction on '" + set + "': beams have no edges; use forces at nodes");
  Vector b = Vector::Zero(n_dofs());
  for (const auto& edge : mesh_.boundary_on(set))
    for (const auto& [z, weight] : gauss_rule(4)) {
      // Shape functions of the edge on (0, 1) and their slopes: two ends, then the middle.
      Eigen::Vector3d N(1 - z, z, 0), slope(-1, 1, 0);
      if (edge.n_nodes == 3) {
        N << (1 - z) * (1 - 2 * z), z * (2 * z - 1), 4 * z * (1 - z);
        slope << 4 * z - 3, 4 * z - 1, 4 - 8 * z;
      }
      Eigen::Vector2d x = Eigen::Vector2d::Zero(), tangent = Eigen::Vector2d::Zero();
      for (int k = 0; k < edge.n_nodes; ++k) {
        x += N[k] * mesh_.point(edge.node[k]);
        tangent += slope[k] * mesh_.point(edge.node[k]);
      }
      const Eigen::Vector2d force = tau(x) * (weight * tangent.norm() * plane_section().thickness);
      for (int k = 0; k < edge.n_nodes; ++k) b.segment<2>(2 * edge.node[k]) += N[k] * force;
    }
  return b;
}

Vector ElasticBody::nodal_force(int node, NodalDof which, double value) const {
  const auto place = dof(node, which);
  if (node < 0 || node >= mesh_.n_nodes() || !place)
    throw InvalidInput("force at node " + std::to_string(node) + ": the body has no such unknown; it has " +
                       std::to_string(mesh_.n_nodes()) + " nodes with " + std::to_string(nodal_dofs_.size()) +
                       " unknowns each");
  Vector b = Vector::Zero(n_dofs());
  b[*place] = value;
  return b;
}

Vector ElasticBody::translation(int direction) const {
  Vector q = Vector::Zero(n_dofs());
  for (int i = 0; i < mesh_.n_nodes(); ++i)
    if (const auto d = dof(i, direction == 0 ? NodalDof::x : NodalDof::y)) q[*d] = 1;
  return q;
}

Vector ElasticBody::rotation() const {
  Vector q = Vector::Zero(n_dofs());
  for (int i = 0; i < mesh_.n_nodes(); ++i) {
    if (const auto d = dof(i, NodalDof::x)) q[*d] = -mesh_.nodes[i][1];
    if (const auto d = dof(i, NodalDof::y)) q[*d] = mesh_.nodes[i][0];
    if (const auto d = dof(i, NodalDof::rotation)) q[*d] = 1;
  }
  return q;
}

Vector ElasticBody::dilation() const {
  Vector q = Vector::Zero(n_dofs());
  if (is_beam()) return q;
  for (int i = 0; i < mesh_.n_nodes(); ++i) q.segment<2>(2 * i) = mesh_.point(i);
  return q;
}

void ElasticBody::for_each_mass_point(const std::function<void(const MassPoint&)>& visit) const {
  for (int e = 0; e < mesh_.n_elements(); ++e) is_beam() ? visit_beam(e, visit) : visit_triangle(e, visit);
}

Eigen::Vector2d ElasticBody::displacement(int node, const Vector& q) const {
  const auto x = dof(node, NodalDof::x), y = dof(node, NodalDof::y);
  return {x ? q[*x] : 0.0, y ? q[*y] : 0.0};
}

void ElasticBody::visit_triangle(int e, const std::function<void(const MassPoint&)>& visit) const {
  const Cell& element = mesh_.elements[e];
  const auto dofs = element_dofs(e);
  const int n = n_nodes_of(element.type);
  Eigen::Matrix<double, 2, Eigen::Dynamic> Phi = Eigen::Matrix<double, 2, Eigen::Dynamic>::Zero(2, 2 * n);
  for (const auto& [xi, eta, weight] : triangle_rule(element.type == CellType::t6 ? 6 : 2)) {
    const TriangleAt at(mesh_, element, xi, eta);
    for (int k = 0; k < n; ++k) Phi(0, 2 * k) = Phi(1, 2 * k + 1) = at.shape.N[k];
    visit({weight * at.determinant * plane_section().thickness * density(), at.x, dofs, Phi});
  }
}

void ElasticBody::visit_beam(int e, const std::function<void(const MassPoint&)>& visit) const {
  const auto& section = beam_section();
  const auto dofs = element_dofs(e);
  const auto columns = beam_columns(section);
  const double radius =
      section.rotary == RotaryInertia::included ? std::sqrt(section.inertia / section.area) : 0;
  Eigen::Matrix<double, 2, Eigen::Dynamic> Phi(2, columns.size());
  for (const auto& [place, weight] : gauss_rule(n_beam_points)) {
    const BeamAt at(mesh_, mesh_.elements[e], place);
    const double mass = weight * at.length * section.area * density();
    for (const double y : {-radius, radius}) {
      const Eigen::Matrix<double, 2, 6> whole = at.t * (at.u - y * at.dw) + at.n * at.w;
      for (std::size_t k = 0; k < columns.size(); ++k) Phi.col(k) = whole.col(columns[k]);
      visit({radius > 0 ? 0.5 * mass : mass, at.x + y * at.n, dofs, Phi});
      if (radius == 0) break;
    }
  }
}

void ElasticBody::assemble() {
  std::vector<std::pair<int, int>> entries;
  for (int e = 0; e < mesh_.n_elements(); ++e) {
    const auto dofs = element_dofs(e);
    for (const int i : dofs)
      for (const int j : dofs) entries.emplace_back(i, j);
  }
  mass_ = FixedMatrix(n_dofs(), n_dofs(), entries);
  stiffness_ = mass_;
  for_each_mass_point(
      [this](const MassPoint& p) { add_block(mass_, p.dofs, p.mass * (p.Phi.transpose() * p.Phi)); });
  for (int e = 0; e < mesh_.n_elements(); ++e) is_beam() ? add_beam_stiffness(e) : add_triangle_stiffness(e);
}

void ElasticBody::add_triangle_stiffness(int e) {
  const Cell& element = mesh_.elements[e];
  const int n = n_nodes_of(element.type);
  const Eigen::Matrix3d D = plane_moduli(plane_section().material, plane_section().state);
  Matrix block = Matrix::Zero(2 * n, 2 * n);
  Eigen::Matrix<double, 3, Eigen::Dynamic> strain(3, 2 * n);
  for (const auto& [xi, eta, weight] : stiffness_rule(element.type)) {
    const TriangleAt at(mesh_, element, xi, eta);
    for (int k = 0; k < n; ++k) {
      const double x = at.gradient(0, k), y = at.gradient(1, k);
      strain.col(2 * k) << x, 0, y;
      strain.col(2 * k + 1) << 0, y, x;
    }
    block += (weight * at.determinant * plane_section().thickness) * strain.transpose() * D * strain;
  }
  add_block(stiffness_, element_dofs(e), block);
}

void ElasticBody::add_beam_stiffness(int e) {
  const auto& section = beam_section();
  const auto columns = beam_columns(section);
  const double E = section.material.modulus;
  Eigen::Matrix<double, 6, 6> whole = Eigen::Matrix<double, 6, 6>::Zero();
  for (const auto& [place, weight] : gauss_rule(n_beam_points)) {
    const BeamAt at(mesh_, mesh_.elements[e], place);
    whole += weight * at.length * E *
             (section.area * at.du.transpose() * at.du + section.inertia * at.ddw.transpose() * at.ddw);
  }
  Matrix block(columns.size(), columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) block(i, j) = whole(columns[i], columns[j]);
  add_block(stiffness_, element_dofs(e), block);
}

}  // namespace pleuel::fem
