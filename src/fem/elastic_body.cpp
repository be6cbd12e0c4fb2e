#include "pleuel/fem/elastic_body.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/load_points.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/spatial_beam.hpp"
#include "pleuel/fem/stiffness_points.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_beam_points = 4;  // exact for products of cubic functions

/// `dimension` of the cells that a section belongs to.
void require_kind(const Mesh& mesh, int dimension) {
  check_mesh(mesh);
  if (dimension_of(mesh.elements[0].type) == dimension) return;
  static constexpr const char* kinds[] = {"beam", "plane body", "solid body"};
  throw InvalidInput("elastic body: the mesh has " + name_of(mesh.elements[0].type) +
                     " elements, but its section is that of a " + kinds[dimension - 1] +
                     "; give the section of these elements");
}

/// The unknowns of every node.
std::vector<NodalDof> dofs_of(const PlaneSection&) { return {NodalDof::x, NodalDof::y}; }
std::vector<NodalDof> dofs_of(const SolidSection&) { return {NodalDof::x, NodalDof::y, NodalDof::z}; }
std::vector<NodalDof> dofs_of(const BeamSection& section) {
  if (section.axial == AxialPart::neglected) return {NodalDof::y, NodalDof::rotation_z};
  return {NodalDof::x, NodalDof::y, NodalDof::rotation_z};
}
std::vector<NodalDof> dofs_of(const SpatialBeamSection& section) {
  std::vector<NodalDof> all = {NodalDof::x,          NodalDof::y,          NodalDof::z,
                               NodalDof::rotation_x, NodalDof::rotation_y, NodalDof::rotation_z};
  if (section.axial == AxialPart::neglected) all.erase(all.begin());
  return all;
}

/// D of a solid.
Eigen::Matrix3d moduli(const PlaneSection& section) { return plane_moduli(section.material, section.state); }
Eigen::Matrix<double, 6, 6> moduli(const SolidSection& section) { return solid_moduli(section.material); }

/// Strain of a displacement e_d N with the gradient g of N, one column per d.
Eigen::Matrix<double, 3, 2> strains(const Eigen::Vector2d& g) {
  Eigen::Matrix<double, 3, 2> B;
  B << g[0], 0, 0, g[1], g[1], g[0];
  return B;
}
Eigen::Matrix<double, 6, 3> strains(const Eigen::Vector3d& g) {
  Eigen::Matrix<double, 6, 3> B;
  B << g[0], 0, 0, 0, g[1], 0, 0, 0, g[2], g[1], g[0], 0, 0, g[2], g[1], g[2], 0, g[0];
  return B;
}

/// ∫N_iN_j on the reference tetrahedron.
Matrix reference_mass(CellType type) {
  const int n = n_nodes_of(type);
  Matrix sum = Matrix::Zero(n, n);
  for (const auto& [xi, weight] : simplex_rule<3>(4)) {
    const auto N = CellShape<3>(type, xi).N.leftCols(n).eval();
    sum += weight * N.transpose() * N;
  }
  return sum;
}

/// The polynomials N_iN_j det J of a curved cell.
int mass_degree(CellType type) {
  if (!is_quadratic(type)) return 2;
  return dimension_of(type) == 2 ? 6 : 7;
}

void add_block(FixedMatrix& to, std::span<const int> dofs, const Eigen::Ref<const Eigen::MatrixXd>& block) {
  for (std::size_t j = 0; j < dofs.size(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i) to.value[to.slot(dofs[i], dofs[j])] += block(i, j);
}

}  // namespace

ElasticBody::ElasticBody(Mesh mesh, const PlaneSection& section)
    : NodalBody(std::move(mesh), 2, dofs_of(section)), section_(section), nodal_dofs_(dofs_of(section)) {
  require_kind(mesh_, 2);
  check_section(section);
  assemble();
}

ElasticBody::ElasticBody(Mesh mesh, const BeamSection& section)
    : NodalBody(std::move(mesh), 2, dofs_of(section)), section_(section), nodal_dofs_(dofs_of(section)) {
  require_kind(mesh_, 1);
  check_section(section);
  for (int i = 0; i < mesh_.n_nodes(); ++i)
    if (mesh_.nodes[i][2] != 0)
      throw InvalidInput("beam: node " + std::to_string(mesh_.node_tag(i)) +
                         " has z = " + number_text(mesh_.nodes[i][2]) + "; planar meshes have z = 0");
  if (section.axial == AxialPart::neglected) require_line_along_x();
  assemble();
}

ElasticBody::ElasticBody(Mesh mesh, const SpatialBeamSection& section)
    : NodalBody(std::move(mesh), 3, dofs_of(section)), section_(section), nodal_dofs_(dofs_of(section)) {
  require_kind(mesh_, 1);
  check_section(section);
  if (section.axial == AxialPart::neglected) require_line_along_x();
  assemble();
}

void ElasticBody::require_line_along_x() const {
  for (int i = 1; i < mesh_.n_nodes(); ++i)
    if (mesh_.nodes[i].tail<2>() != mesh_.nodes[0].tail<2>())
      throw InvalidInput("beam: node " + std::to_string(mesh_.node_tag(i)) +
                         " is not on the line through the first node parallel to the x axis; without an "
                         "axial part the beam "
                         "must lie along x");
}

ElasticBody::ElasticBody(Mesh mesh, const SolidSection& section)
    : NodalBody(std::move(mesh), 3, dofs_of(section)), section_(section), nodal_dofs_(dofs_of(section)) {
  require_kind(mesh_, 3);
  check_section(section);
  assemble_solid();
}

ElasticBody ElasticBody::with_mesh(Mesh mesh) const {
  return std::visit([&](const auto& section) { return ElasticBody(std::move(mesh), section); }, section_);
}

const ElasticMaterial& ElasticBody::material() const {
  return std::visit([](const auto& section) -> const ElasticMaterial& { return section.material; }, section_);
}

std::vector<int> ElasticBody::element_dofs(int element) const {
  std::vector<int> dofs;
  const int n = static_cast<int>(nodal_dofs_.size());
  for (const int node : mesh_.elements[element].nodes())
    for (int k = 0; k < n; ++k) dofs.push_back(node * n + k);
  return dofs;
}

FixedMatrix ElasticBody::damping(const Rayleigh& rayleigh) const {
  FixedMatrix D = stiffness_;
  if (dimension() == 2) {
    for (std::size_t k = 0; k < D.value.size(); ++k)
      D.value[k] = rayleigh.alpha * mass_.value[k] + rayleigh.beta * stiffness_.value[k];
    return D;
  }
  for (double& value : D.value) value *= rayleigh.beta;
  for (int j = 0; j < mass_.cols; ++j)
    for (int k = mass_.start[j]; k < mass_.start[j + 1]; ++k)
      D.value[D.slot(mass_.row[k], j)] += rayleigh.alpha * mass_.value[k];
  return D;
}

Vector ElasticBody::volume_force(const Field& beta) const {
  Vector b = Vector::Zero(n_dofs());
  for_each_mass_point([&](const MassPoint& point) {
    const Eigen::Vector3d force = beta(point.x) * (point.mass / density());
    for (std::size_t k = 0; k < point.dofs.size(); ++k)
      b[point.dofs[k]] += point.Phi.col(k).dot(force.head(point.Phi.rows()));
  });
  return b;
}

Vector ElasticBody::traction(const std::string& set, const Field& tau) const {
  if (is_beam()) throw InvalidInput("traction on '" + set + "': beams have no edges; use forces at nodes");
  Vector b = Vector::Zero(n_dofs());
  for (const LoadPatch& patch : side_patches(*this, set))
    for (const LoadPoint& point : patch.points) {
      const Eigen::Vector3d force = point.size * tau(point.x);
      for (std::size_t k = 0; k < patch.dofs.size(); ++k)
        b[patch.dofs[k]] += point.Phi.col(static_cast<Eigen::Index>(k)).dot(force);
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

Vector ElasticBody::dilation() const {
  Vector q = Vector::Zero(n_dofs());
  if (is_beam()) return q;
  const int n = dimension();
  for (int i = 0; i < mesh_.n_nodes(); ++i) q.segment(n * i, n) = mesh_.nodes[i].head(n);
  return q;
}

void ElasticBody::for_each_mass_point(const std::function<void(const MassPoint&)>& visit) const {
  for (int e = 0; e < mesh_.n_elements(); ++e)
    is_spatial_beam()  ? visit_spatial_beam(*this, e, visit)
    : is_beam()        ? visit_beam(e, visit)
    : dimension() == 2 ? visit_cell<2>(e, visit)
                       : visit_cell<3>(e, visit);
}

template <int D>
void ElasticBody::visit_cell(int e, const std::function<void(const MassPoint&)>& visit) const {
  const Cell& element = mesh_.elements[e];
  const auto dofs = element_dofs(e);
  const int n = n_nodes_of(element.type);
  double density_of_area = density();
  if constexpr (D == 2) density_of_area = plane_section().thickness * density();
  Matrix Phi = Matrix::Zero(D, D * n);
  for (const auto& [xi, weight] : simplex_rule<D>(mass_degree(element.type))) {
    const CellAt<D> at(mesh_, element, xi);
    for (int k = 0; k < n; ++k)
      for (int d = 0; d < D; ++d) Phi(d, D * k + d) = at.shape.N[k];
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    x.head<D>() = at.x;
    visit({weight * at.determinant * density_of_area, x, dofs, Phi});
  }
}

void ElasticBody::visit_beam(int e, const std::function<void(const MassPoint&)>& visit) const {
  const auto& section = beam_section();
  const auto dofs = element_dofs(e);
  const auto columns = beam_columns(section);
  const double radius =
      section.rotary == RotaryInertia::included ? std::sqrt(section.inertia / section.area) : 0;
  Matrix Phi(2, columns.size());
  for (const auto& [place, weight] : gauss_rule(n_beam_points)) {
    const BeamAt at(mesh_, mesh_.elements[e], section, place);
    const double mass = weight * at.length * section.area * density();
    for (const double y : {-radius, radius}) {
      const Eigen::Matrix<double, 2, 6> whole = at.t * (at.u - y * at.turn) + at.n * at.w;
      for (std::size_t k = 0; k < columns.size(); ++k) Phi.col(k) = whole.col(columns[k]);
      Eigen::Vector3d x = Eigen::Vector3d::Zero();
      x.head<2>() = at.x + y * at.n;
      visit({radius > 0 ? 0.5 * mass : mass, x, dofs, Phi});
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
  for_each_mass_point([this](const MassPoint& p) {
    if (dimension() == 3) {
      add_block(mass_, p.dofs, p.mass * (p.Phi.transpose() * p.Phi));
      return;
    }
    const Eigen::Matrix<double, 2, Eigen::Dynamic> Phi = p.Phi;
    add_block(mass_, p.dofs, p.mass * (Phi.transpose() * Phi));
  });
  for (int e = 0; e < mesh_.n_elements(); ++e) {
    if (is_spatial_beam())
      add_block(stiffness_, element_dofs(e), beam_stiffness(*this, e));
    else
      is_beam() ? add_beam_stiffness(e) : add_cell_stiffness<2>(e);
  }
}

void ElasticBody::assemble_solid() {
  std::vector<std::pair<int, int>> pairs;  // of nodes
  for (const Cell& cell : mesh_.elements)
    for (const int i : cell.nodes())
      for (const int j : cell.nodes()) pairs.emplace_back(i, j);
  nodal_mass_ = FixedMatrix(mesh_.n_nodes(), mesh_.n_nodes(), pairs);
  pairs = {};
  const Matrix of_reference = reference_mass(mesh_.elements[0].type);
  for (const Cell& cell : mesh_.elements) {
    const int n = n_nodes_of(cell.type);
    Matrix block = Matrix::Zero(n, n);
    if (is_affine(mesh_, cell)) {
      const Eigen::Vector3d centre = Eigen::Vector3d::Constant(0.25);
      block = density() * cell_determinant<3>(mesh_, cell, centre) * of_reference;
    } else {
      for (const auto& [xi, weight] : simplex_rule<3>(mass_degree(cell.type))) {
        const CellAt<3> at(mesh_, cell, xi);
        const auto N = at.shape.N.leftCols(n).eval();
        block += (weight * at.determinant * density()) * N.transpose() * N;
      }
    }
    add_block(nodal_mass_, cell.nodes(), block);
  }
  // Column 3j + d of K has the rows 3i + c of all neighbours i of node j; of M only c = d.
  std::vector<int> K_start{0}, K_rows, M_start{0}, M_rows;
  for (int j = 0; j < mesh_.n_nodes(); ++j)
    for (int d = 0; d < 3; ++d) {
      for (int k = nodal_mass_.start[j]; k < nodal_mass_.start[j + 1]; ++k) {
        M_rows.push_back(3 * nodal_mass_.row[k] + d);
        for (int c = 0; c < 3; ++c) K_rows.push_back(3 * nodal_mass_.row[k] + c);
      }
      M_start.push_back(static_cast<int>(M_rows.size()));
      K_start.push_back(static_cast<int>(K_rows.size()));
    }
  mass_ = FixedMatrix(n_dofs(), n_dofs(), std::move(M_start), std::move(M_rows));
  stiffness_ = FixedMatrix(n_dofs(), n_dofs(), std::move(K_start), std::move(K_rows));
  for (int j = 0; j < n_dofs(); ++j)
    std::copy(nodal_mass_.value.begin() + nodal_mass_.start[j / 3],
              nodal_mass_.value.begin() + nodal_mass_.start[j / 3 + 1], mass_.value.begin() + mass_.start[j]);
  for (int e = 0; e < mesh_.n_elements(); ++e) add_cell_stiffness<3>(e);
}

template <int D>
void ElasticBody::add_cell_stiffness(int e) {
  using Section = std::conditional_t<D == 2, PlaneSection, SolidSection>;
  constexpr int n_strains = D * (D + 1) / 2;
  const Cell& element = mesh_.elements[e];
  const int n = n_nodes_of(element.type);
  const Section& section = std::get<Section>(section_);
  const auto law = moduli(section);
  double thickness = 1;
  if constexpr (D == 2) thickness = section.thickness;
  Matrix block = Matrix::Zero(D * n, D * n);
  Eigen::Matrix<double, n_strains, Eigen::Dynamic> strain(n_strains, D * n);
  for (const auto& point : stiffness_points<D>(mesh_, element)) {
    for (int k = 0; k < n; ++k)
      strain.template middleCols<D>(D * k) = strains(Eigen::Matrix<double, D, 1>(point.gradient.col(k)));
    block += (point.size * thickness) * strain.transpose() * law * strain;
  }
  add_block(stiffness_, element_dofs(e), block);
}

void ElasticBody::add_beam_stiffness(int e) {
  const auto& section = beam_section();
  const auto columns = beam_columns(section);
  const double E = section.material.modulus;
  Eigen::Matrix<double, 6, 6> whole = Eigen::Matrix<double, 6, 6>::Zero();
  for (const auto& [place, weight] : gauss_rule(n_beam_points)) {
    const BeamAt at(mesh_, mesh_.elements[e], section, place);
    whole +=
        weight * at.length *
        (E * (section.area * at.du.transpose() * at.du + section.inertia * at.dturn.transpose() * at.dturn) +
         section.shear * at.shear.transpose() * at.shear);
  }
  Matrix block(columns.size(), columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) block(i, j) = whole(columns[i], columns[j]);
  add_block(stiffness_, element_dofs(e), block);
}

}  // namespace pleuel::fem
