#include "pleuel/fem/import/imported_body.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

bool exists_in_plane(NodalDof which) {
  return which == NodalDof::x || which == NodalDof::y || which == NodalDof::rotation_z;
}

void require_size(const TextMatrix& matrix, const UnknownTable& unknowns, const char* what) {
  const auto n = static_cast<int>(unknowns.rows.size());
  if (matrix.rows == n) return;
  throw InvalidInput(matrix.path + ": the " + what + " matrix has " + std::to_string(matrix.rows) +
                     " rows, but " + unknowns.path + " has " + std::to_string(n) + " unknowns; " +
                     (matrix.rows > n ? "unknowns are missing there, such as rotations, or nodes"
                                      : "the matrix is truncated, or is another body's"));
}

}  // namespace

ImportedBody::Layout ImportedBody::layout_of(const ImportData& data) {
  std::unordered_map<long long, int> place;  // in the file of nodes
  for (const auto& node : data.nodes.nodes) place.emplace(node.number, static_cast<int>(place.size()));
  struct Place {
    int node, row;
    NodalDof which;
  };
  std::vector<Place> order;
  for (std::size_t k = 0; k < data.unknowns.rows.size(); ++k) {
    const auto& row = data.unknowns.rows[k];
    const auto at = place.find(row.node);
    if (at == place.end())
      throw InvalidInput(line_text(data.unknowns.path, row.line) + ": node " + std::to_string(row.node) +
                         " has an unknown, but no coordinates in " + data.nodes.path + "; add it there");
    if (data.dimension == 2 && !exists_in_plane(row.which))
      throw InvalidInput(line_text(data.unknowns.path, row.line) + ": node " + std::to_string(row.node) +
                         " has the degree of freedom " + std::to_string(static_cast<int>(row.which) + 1) +
                         ", but a planar body has 1, 2 and 6 (x, y and the rotation about z) only; make the "
                         "model spatial, or leave it out");
    order.push_back({at->second, static_cast<int>(k), row.which});
  }
  std::ranges::sort(order, {}, [](const Place& p) { return std::tuple(p.node, p.which); });
  Layout layout;
  int last = -1;
  std::unordered_map<long long, int> number;
  for (const Place& p : order) {
    if (p.node != last) {
      const auto& node = data.nodes.nodes[static_cast<std::size_t>(p.node)];
      number.emplace(node.number, layout.mesh.n_nodes());
      layout.mesh.nodes.push_back(data.units.length * node.x);
      layout.mesh.node_tags.push_back(node.number);
      last = p.node;
    }
    layout.unknowns.push_back({layout.mesh.n_nodes() - 1, p.which});
    layout.rows.push_back(p.row);
  }
  for (const auto& [name, numbers] : data.sets)
    for (const long long tag : numbers) {
      const auto at = number.find(tag);
      if (at == number.end())
        throw InvalidInput("the node set '" + name + "' names node " + std::to_string(tag) +
                           (place.contains(tag) ? ", which has no unknowns in " + data.unknowns.path
                                                : ", which is not in " + data.nodes.path) +
                           "; correct its number");
      layout.mesh.node_sets[name].push_back(at->second);
    }
  return layout;
}

ImportedBody::ImportedBody(const ImportData& data) : ImportedBody(data, layout_of(data)) {}

ImportedBody::ImportedBody(const ImportData& data, Layout layout)
    : NodalBody(std::move(layout.mesh), data.dimension, std::move(layout.unknowns)),
      rows_(std::move(layout.rows)) {
  require_size(data.mass, data.unknowns, "mass");
  require_size(data.stiffness, data.unknowns, "stiffness");
  if (data.damping) require_size(*data.damping, data.unknowns, "damping");
  mass_ = symmetric_matrix(data.mass, rows_);
  stiffness_ = symmetric_matrix(data.stiffness, rows_, mass_);
  scale(mass_, data.units);
  scale(stiffness_, data.units);
  if (data.damping) {
    damping_ = symmetric_matrix(*data.damping, rows_, mass_);
    scale(damping_, data.units);
  }
}

void ImportedBody::scale(FixedMatrix& A, const ImportUnits& units) const {
  // Displacements are in the units of the file, rotations in rad. The energies q̇ᵀM q̇ and qᵀK q
  // have the unit mass · length² / s².
  const auto of = [&](int dof) {
    return is_rotation(unknowns()[static_cast<std::size_t>(dof)].which) ? units.length : 1.0;
  };
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) A.value[k] *= units.mass * of(A.row[k]) * of(j);
}

bool ImportedBody::has_rotations() const {
  return std::ranges::any_of(unknowns(), [](const Unknown& u) { return is_rotation(u.which); });
}

}  // namespace pleuel::fem
