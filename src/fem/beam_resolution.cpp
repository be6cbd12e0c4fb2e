#include "pleuel/fem/beam_resolution.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "pleuel/fem/normal_modes.hpp"

namespace pleuel::fem {
namespace {

constexpr double usual_shear_factor = 5.0 / 6;

NormalModes modes_of(const ElasticBody& body, const DofSelection& frame, int n) {
  const FixedMatrix K = frame.restrict(body.stiffness()), M = frame.restrict(body.mass());
  if (frame.n_kept() < frame.n_all()) return normal_modes(K, M, n);
  // A frame without conditions on nodes is one of mean axes.
  const MeanAxes mean(body);
  return normal_modes(StaticResponse(K, &mean), M, n);
}

/// Length of the longest chain of elements that are joined at nodes of two elements.
double longest_chain(const Mesh& mesh) {
  std::vector<int> parent(mesh.elements.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<std::vector<int>> at_node(mesh.nodes.size());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (const int node : mesh.elements[e].nodes()) at_node[node].push_back(e);
  for (const auto& elements : at_node)
    if (elements.size() == 2) parent[root(elements[0])] = root(elements[1]);
  std::map<int, double> length;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto& node = mesh.elements[e].node;
    length[root(e)] += (mesh.nodes[node[1]] - mesh.nodes[node[0]]).norm();
  }
  double longest = 0;
  for (const auto& [chain, L] : length) longest = std::max(longest, L);
  return longest;
}

}  // namespace

Mesh halved_beams(const Mesh& mesh) {
  Mesh halved;
  halved.nodes = mesh.nodes;
  for (const Cell& cell : mesh.elements) {
    const int a = cell.node[0], b = cell.node[1], middle = halved.n_nodes();
    halved.nodes.push_back(0.5 * (mesh.nodes[a] + mesh.nodes[b]));
    halved.elements.push_back({CellType::beam, {a, middle}});
    halved.elements.push_back({CellType::beam, {middle, b}});
  }
  return halved;
}

FrequencyErrors beam_frequency_errors(const ElasticBody& body, const DofSelection& frame, int n) {
  // A frame without conditions on nodes (mean axes) excludes the rigid motions.
  const int n_rigid = frame.n_kept() == frame.n_all() ? static_cast<int>(body.rigid_motions().cols()) : 0;
  n = std::min(n, frame.n_kept() - n_rigid - 1);
  if (n < 1) return {};
  const ElasticBody fine = body.with_mesh(halved_beams(body.mesh()));
  std::vector<int> fixed;
  for (int dof = 0; dof < frame.n_all(); ++dof)
    if (frame.place(dof) < 0) fixed.push_back(dof);
  FrequencyErrors errors{modes_of(body, frame, n).omega, {}};
  const Vector better = modes_of(fine, DofSelection(fine.n_dofs(), fixed), n).omega;
  errors.relative = (errors.omega - better).cwiseQuotient(better);
  return errors;
}

Slenderness slenderness(const ElasticBody& beam) {
  double area = 0, inertia = 0, shear = 0;
  if (beam.is_spatial_beam()) {
    const SpatialBeamSection& s = beam.spatial_beam_section();
    area = s.area;
    inertia = std::max(s.inertia_y, s.inertia_z);
    shear = std::max(s.shear_y, s.shear_z);
  } else {
    const BeamSection& s = beam.beam_section();
    area = s.area;
    inertia = s.inertia;
    shear = s.shear;
  }
  Slenderness result{longest_chain(beam.mesh()), std::sqrt(12 * inertia / area), 0};
  if (shear > 0) return result;
  const double E_over_G = 2 * (1 + beam.material().poisson), k = std::numbers::pi / result.length;
  result.neglected_shear = 0.5 * k * k * E_over_G / usual_shear_factor * inertia / area;
  return result;
}

}  // namespace pleuel::fem
