#include "pleuel/fem/load_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/spatial_beam.hpp"

namespace pleuel::fem {
namespace {

constexpr int n_axis_points = 4;  // exact for cubic shape functions under cubic loads
constexpr int n_edge_points = 4;
constexpr int face_degree = 6;

/// Shape functions of a side at a point of the unit interval or triangle, and their derivatives.
struct SidePoint {
  double weight;
  std::array<double, 6> N;
  std::array<std::array<double, 2>, 6> slope;
};

std::vector<SidePoint> edge_points(const BoundarySide& side) {
  std::vector<SidePoint> points;
  for (const auto& [z, weight] : gauss_rule(n_edge_points)) {
    if (side.n_nodes == 2)
      points.push_back({weight, {1 - z, z}, {{{-1}, {1}}}});
    else
      points.push_back({weight,
                        {(1 - z) * (1 - 2 * z), z * (2 * z - 1), 4 * z * (1 - z)},
                        {{{4 * z - 3}, {4 * z - 1}, {4 - 8 * z}}}});
  }
  return points;
}

std::vector<SidePoint> face_points(const BoundarySide& side) {
  const CellType type = side.n_nodes == 3 ? CellType::t3 : CellType::t6;
  std::vector<SidePoint> points;
  for (const auto& [xi, weight] : simplex_rule<2>(face_degree)) {
    const CellShape<2> shape(type, xi);
    SidePoint point{weight, {}, {}};
    for (int k = 0; k < side.n_nodes; ++k) {
      point.N[k] = shape.N[k];
      point.slope[k] = {shape.dN(0, k), shape.dN(1, k)};
    }
    points.push_back(point);
  }
  return points;
}

/// The unknowns of some nodes, node by node, with the same displacements at each.
std::vector<int> displacements_at(const ElasticBody& body, std::span<const int> nodes) {
  std::vector<int> dofs;
  for (const int node : nodes)
    for (int d = 0; d < body.dimension(); ++d) dofs.push_back(*body.dof(node, static_cast<NodalDof>(d)));
  return dofs;
}

/// Φ of a displacement Σ N_k u_k of the nodes, for D displacements at each.
template <class Values>
Eigen::Matrix3Xd interpolation(const Values& value_of, int n_nodes, int dimension) {
  Eigen::Matrix3Xd Phi = Eigen::Matrix3Xd::Zero(3, dimension * n_nodes);
  for (int k = 0; k < n_nodes; ++k)
    for (int d = 0; d < dimension; ++d) Phi(d, dimension * k + d) = value_of(k);
  return Phi;
}

template <int D>
LoadPatch cell_patch(const ElasticBody& body, int element) {
  const Mesh& mesh = body.mesh();
  const Cell& cell = mesh.elements[element];
  LoadPatch patch{.dofs = body.element_dofs(element)};
  double depth = 1;
  if constexpr (D == 2) depth = body.plane_section().thickness;
  for (const auto& [xi, weight] : simplex_rule<D>(is_quadratic(cell.type) ? 4 : 2)) {
    const CellAt<D> at(mesh, cell, xi);
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    x.head<D>() = at.x;
    patch.points.push_back({weight * at.determinant * depth, x,
                            interpolation([&](int k) { return at.shape.N[k]; }, n_nodes_of(cell.type), D)});
  }
  return patch;
}

LoadPatch planar_beam_patch(const ElasticBody& body, int element) {
  const BeamSection& section = body.beam_section();
  const auto columns = beam_columns(section);
  const auto n = static_cast<Eigen::Index>(columns.size());
  LoadPatch patch{.dofs = body.element_dofs(element)};
  for (const auto& [place, weight] : gauss_rule(n_axis_points)) {
    const BeamAt at(body.mesh(), body.mesh().elements[element], section, place);
    const Eigen::Matrix<double, 2, 6> displacement = at.t * at.u + at.n * at.w;
    LoadPoint point{weight * at.length, {at.x[0], at.x[1], 0}, Eigen::Matrix3Xd::Zero(3, n)};
    SectionAxes axes{Eigen::Matrix3d::Identity(), Eigen::Matrix3Xd::Zero(3, n)};
    axes.E.topLeftCorner<2, 1>() = at.t;
    axes.E.block<2, 1>(0, 1) = at.n;
    for (Eigen::Index k = 0; k < n; ++k) {
      point.Phi.col(k).head<2>() = displacement.col(columns[k]);
      axes.Theta(2, k) = at.turn[columns[k]];
    }
    patch.points.push_back(std::move(point));
    patch.sections.push_back(std::move(axes));
  }
  return patch;
}

LoadPatch spatial_beam_patch(const ElasticBody& body, int element) {
  const SpatialBeamSection& section = body.spatial_beam_section();
  const auto columns = beam_columns(section);
  LoadPatch patch{.dofs = body.element_dofs(element)};
  for (const auto& [place, weight] : gauss_rule(n_axis_points)) {
    const SpatialBeamAt at(body.mesh(), element, section, place);
    const SpatialBeamAt::Rows displacement = at.axes * at.u, turn = at.axes * at.turn;
    patch.points.push_back({weight * at.length, at.x,
                            displacement(Eigen::all, std::vector<int>(columns.begin(), columns.end()))});
    patch.sections.push_back({at.axes, turn(Eigen::all, std::vector<int>(columns.begin(), columns.end()))});
  }
  return patch;
}

LoadPatch beam_patch(const ElasticBody& body, int element) {
  return body.is_spatial_beam() ? spatial_beam_patch(body, element) : planar_beam_patch(body, element);
}

Eigen::Matrix3Xd restricted(const Eigen::Matrix3Xd& all, const std::vector<int>& columns,
                            const Matrix& rows) {
  if (rows.cols() > 0) return all(Eigen::all, columns) * rows;
  return all(Eigen::all, columns);
}

}  // namespace

void LoadPatch::restrict(const DofSelection& frame, const Matrix& V) {
  std::vector<int> kept, columns;
  for (std::size_t k = 0; k < dofs.size(); ++k)
    if (const int place = frame.place(dofs[k]); place >= 0) {
      kept.push_back(place);
      columns.push_back(static_cast<int>(k));
    }
  Matrix rows;
  if (V.cols() > 0) {
    rows = V(kept, Eigen::all);
    kept.resize(static_cast<std::size_t>(V.cols()));
    for (std::size_t k = 0; k < kept.size(); ++k) kept[k] = static_cast<int>(k);
  }
  dofs = std::move(kept);
  for (LoadPoint& point : points) point.Phi = restricted(point.Phi, columns, rows);
  for (SideNormal& normal : normals) {
    normal.A = restricted(normal.A, columns, rows);
    normal.B = restricted(normal.B, columns, rows);
  }
  for (SectionAxes& section : sections) section.Theta = restricted(section.Theta, columns, rows);
}

std::vector<LoadPatch> volume_patches(const ElasticBody& body) {
  std::vector<LoadPatch> patches;
  for (int e = 0; e < body.mesh().n_elements(); ++e) {
    patches.push_back(body.is_beam()          ? beam_patch(body, e)
                      : body.dimension() == 2 ? cell_patch<2>(body, e)
                                              : cell_patch<3>(body, e));
    if (!body.is_beam()) continue;
    const double area = body.is_spatial_beam() ? body.spatial_beam_section().area : body.beam_section().area;
    for (LoadPoint& point : patches.back().points) point.size *= area;
  }
  return patches;
}

std::vector<LoadPatch> side_patches(const ElasticBody& body, const std::string& set) {
  const int n = body.dimension();
  const auto& nodes = body.mesh().nodes;
  std::vector<LoadPatch> patches;
  for (const auto& side : body.mesh().boundary_on(set)) {
    LoadPatch patch{.dofs = displacements_at(body, side.nodes())};
    for (const SidePoint& p : n == 2 ? edge_points(side) : face_points(side)) {
      SideNormal normal{.weight = p.weight};
      normal.A = interpolation([&](int k) { return p.slope[k][0]; }, side.n_nodes, n);
      if (n == 3)
        normal.B = interpolation([&](int k) { return p.slope[k][1]; }, side.n_nodes, n);
      else
        normal.B = Eigen::Matrix3Xd::Zero(3, n * side.n_nodes);
      Eigen::Vector3d x = Eigen::Vector3d::Zero();
      normal.a = normal.b = x;
      if (n == 2) normal.b[2] = body.plane_section().thickness;
      for (int k = 0; k < side.n_nodes; ++k) {
        const Eigen::Vector3d& node = nodes[static_cast<std::size_t>(side.node[k])];
        x += p.N[k] * node;
        normal.a += p.slope[k][0] * node;
        if (n == 3) normal.b += p.slope[k][1] * node;
      }
      patch.points.push_back({p.weight * normal.a.cross(normal.b).norm(), x,
                              interpolation([&](int k) { return p.N[k]; }, side.n_nodes, n)});
      patch.normals.push_back(std::move(normal));
    }
    patches.push_back(std::move(patch));
  }
  return patches;
}

std::vector<LoadPatch> axis_patches(const ElasticBody& body, const std::string& set) {
  const Mesh& mesh = body.mesh();
  std::vector<bool> is_inside(static_cast<std::size_t>(mesh.n_nodes()), set.empty());
  if (!set.empty())
    for (const int node : mesh.node_set(set)) is_inside[static_cast<std::size_t>(node)] = true;
  std::vector<LoadPatch> patches;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (std::ranges::all_of(mesh.elements[e].nodes(), [&](int node) { return is_inside[node]; }))
      patches.push_back(beam_patch(body, e));
  if (patches.empty())
    throw InvalidInput("node set '" + set +
                       "' holds no element of the beam; a load per length needs sets with both nodes of its "
                       "elements, or no 'set' for the whole body");
  return patches;
}

}  // namespace pleuel::fem
