#include "pleuel/fem/mesh.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"

namespace pleuel::fem {

namespace {

struct CellTraits {
  const char* name;
  int dimension, n_corners, n_nodes;
};

const CellTraits& traits_of(CellType type) {
  static constexpr CellTraits all[] = {
      {"beam", 1, 2, 2}, {"T3", 2, 3, 3}, {"T6", 2, 3, 6}, {"Tet4", 3, 4, 4}, {"Tet10", 3, 4, 10}};
  return all[static_cast<int>(type)];
}

/// The sides of a cell, outwards: places of their corners, then of their middle nodes.
std::span<const std::array<int, 6>> sides_of(CellType type) {
  static constexpr std::array<int, 6> edges[] = {{0, 1, 3}, {1, 2, 4}, {2, 0, 5}};
  static constexpr std::array<int, 6> faces[] = {
      {0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {0, 3, 2, 7, 9, 6}};
  if (dimension_of(type) == 2) return edges;
  if (dimension_of(type) == 3) return faces;
  return {};
}

}  // namespace

int n_nodes_of(CellType type) { return traits_of(type).n_nodes; }
int n_corners_of(CellType type) { return traits_of(type).n_corners; }
int dimension_of(CellType type) { return traits_of(type).dimension; }
bool is_quadratic(CellType type) { return n_nodes_of(type) > n_corners_of(type); }
std::string name_of(CellType type) { return traits_of(type).name; }

const std::vector<int>& Mesh::node_set(const std::string& name) const {
  const auto found = node_sets.find(name);
  if (found != node_sets.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, nodes_of_set] : node_sets) names.push_back(known);
  throw InvalidInput(unknown_name("node set", name, names));
}

int Mesh::only_node(const std::string& name) const {
  const auto& set = node_set(name);
  if (set.size() != 1)
    throw InvalidInput("node set '" + name + "' has " + std::to_string(set.size()) +
                       " nodes where one is needed; name a set of one node");
  return set.front();
}

int Mesh::nearest_node(const Eigen::Vector3d& wanted) const {
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < n_nodes(); ++i) {
    const double distance = (nodes[i] - wanted).squaredNorm();
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

double Mesh::size() const {
  Eigen::Vector3d low = nodes[0], high = low;
  for (const auto& x : nodes) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).norm();
}

std::vector<BoundarySide> Mesh::boundary() const {
  using Corners = std::array<int, 3>;  // sorted; the first is −1 for an edge
  const auto key = [](const Cell& cell, const std::array<int, 6>& side) {
    Corners corners{-1, -1, -1};
    for (int k = 0; k < dimension_of(cell.type); ++k) corners[k] = cell.node[side[k]];
    std::ranges::sort(corners);
    return corners;
  };
  std::map<Corners, int> count;
  for (const auto& cell : elements)
    for (const auto& side : sides_of(cell.type)) ++count[key(cell, side)];
  std::vector<BoundarySide> result;
  for (int i = 0; i < n_elements(); ++i) {
    const Cell& cell = elements[i];
    const int n_corners = dimension_of(cell.type);
    const int n_middles = is_quadratic(cell.type) ? n_corners * (n_corners - 1) / 2 : 0;
    for (const auto& side : sides_of(cell.type)) {
      if (count[key(cell, side)] != 1) continue;
      BoundarySide b{i, {}, n_corners + n_middles};
      for (int k = 0; k < b.n_nodes; ++k) b.node[k] = cell.node[side[k]];
      result.push_back(b);
    }
  }
  return result;
}

std::vector<BoundarySide> Mesh::boundary_on(const std::string& set) const {
  const auto& nodes_of_set = node_set(set);
  const std::set<int> wanted(nodes_of_set.begin(), nodes_of_set.end());
  auto sides = boundary();
  std::erase_if(sides, [&](const BoundarySide& b) {
    return !std::ranges::all_of(b.nodes(), [&](int node) { return wanted.contains(node); });
  });
  if (sides.empty())
    throw InvalidInput("node set '" + set + "' (" + std::to_string(wanted.size()) +
                       " nodes) holds no whole " + (dimension_of(elements[0].type) == 3 ? "face" : "edge") +
                       " of the boundary; tractions need one");
  return sides;
}

}  // namespace pleuel::fem
