#include "pleuel/fem/mesh.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"

namespace pleuel::fem {

int n_nodes_of(CellType type) {
  switch (type) {
    case CellType::beam:
      return 2;
    case CellType::t3:
      return 3;
    case CellType::t6:
      return 6;
  }
  return 0;
}

int n_corners_of(CellType type) { return type == CellType::beam ? 2 : 3; }

std::string name_of(CellType type) {
  switch (type) {
    case CellType::beam:
      return "beam";
    case CellType::t3:
      return "T3";
    case CellType::t6:
      return "T6";
  }
  return "";
}

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

int Mesh::nearest_node(const Eigen::Vector2d& wanted) const {
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < n_nodes(); ++i) {
    const double distance = (point(i) - wanted).squaredNorm();
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

std::vector<BoundaryEdge> Mesh::boundary() const {
  std::map<std::pair<int, int>, int> count;
  const auto edge = [](const Cell& e, int k) { return std::minmax(e.node[k], e.node[(k + 1) % 3]); };
  for (const auto& e : elements)
    if (e.type != CellType::beam)
      for (int k = 0; k < 3; ++k) ++count[edge(e, k)];
  std::vector<BoundaryEdge> result;
  for (int i = 0; i < n_elements(); ++i) {
    const auto& e = elements[i];
    if (e.type == CellType::beam) continue;
    for (int k = 0; k < 3; ++k) {
      if (count[edge(e, k)] != 1) continue;
      BoundaryEdge b{i, {e.node[k], e.node[(k + 1) % 3], -1}, 2};
      if (e.type == CellType::t6) {
        b.node[2] = e.node[3 + k];
        b.n_nodes = 3;
      }
      result.push_back(b);
    }
  }
  return result;
}

std::vector<BoundaryEdge> Mesh::boundary_on(const std::string& set) const {
  const auto& nodes_of_set = node_set(set);
  const std::set<int> wanted(nodes_of_set.begin(), nodes_of_set.end());
  auto edges = boundary();
  std::erase_if(edges, [&](const BoundaryEdge& b) {
    return !std::ranges::all_of(b.nodes(), [&](int node) { return wanted.contains(node); });
  });
  if (edges.empty())
    throw InvalidInput("node set '" + set + "' (" + std::to_string(wanted.size()) +
                       " nodes) holds no whole edge of the boundary; tractions need one");
  return edges;
}

}  // namespace pleuel::fem
