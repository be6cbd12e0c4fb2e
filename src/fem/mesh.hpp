// Finite element meshes: nodes, elements, named node sets.
#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace pleuel::fem {

enum class CellType {
  beam,  ///< two nodes
  t3,    ///< triangle, three corners, counter-clockwise
  t6     ///< triangle: three corners, then the midpoints of edges 01, 12, 20
};

int n_nodes_of(CellType type);
int n_corners_of(CellType type);
std::string name_of(CellType type);

/// Space for the ten nodes of a quadratic tetrahedron.
inline constexpr int most_element_nodes = 10;

struct Cell {
  CellType type = CellType::t3;
  std::array<int, most_element_nodes> node{};

  std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(n_nodes_of(type))}; }
};

/// An edge that belongs to one element only: its two ends in the element's direction and, for t6,
/// its middle node.
struct BoundaryEdge {
  int element = 0;
  std::array<int, 3> node{-1, -1, -1};
  int n_nodes = 2;

  std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(n_nodes)}; }
};

/// Nodes and elements. Planar meshes have z = 0. Indices start at 0. A mesh from a file keeps the
/// numbers of the file as tags, which messages use.
struct Mesh {
  std::vector<Eigen::Vector3d> nodes;
  std::vector<Cell> elements;
  std::map<std::string, std::vector<int>> node_sets;
  std::vector<long long> node_tags, element_tags;  ///< empty: the indices themselves

  int n_nodes() const { return static_cast<int>(nodes.size()); }
  int n_elements() const { return static_cast<int>(elements.size()); }
  long long node_tag(int node) const { return node_tags.empty() ? node : node_tags[node]; }
  long long element_tag(int element) const { return element_tags.empty() ? element : element_tags[element]; }
  Eigen::Vector2d point(int node) const { return nodes[node].head<2>(); }

  /// Throws InvalidInput with the existing names.
  const std::vector<int>& node_set(const std::string& name) const;
  /// The single node of a set; throws InvalidInput if it has more.
  int only_node(const std::string& name) const;
  int nearest_node(const Eigen::Vector2d& point) const;

  std::vector<BoundaryEdge> boundary() const;
  /// The boundary edges with all nodes in the set; throws InvalidInput if there are none.
  std::vector<BoundaryEdge> boundary_on(const std::string& set) const;
};

}  // namespace pleuel::fem
