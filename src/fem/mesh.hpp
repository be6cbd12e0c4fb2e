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
  t6,    ///< triangle: three corners, then the midpoints of edges 01, 12, 20
  tet4,  ///< tetrahedron, four corners; seen from the last, the others run counter-clockwise
  tet10  ///< tetrahedron: four corners, then the midpoints of edges 01, 12, 20, 03, 13, 23
};

int n_nodes_of(CellType type);
int n_corners_of(CellType type);
int dimension_of(CellType type);  ///< 1, 2 or 3
bool is_quadratic(CellType type);
std::string name_of(CellType type);

/// Space for the ten nodes of a quadratic tetrahedron.
inline constexpr int most_element_nodes = 10;

struct Cell {
  CellType type = CellType::t3;
  std::array<int, most_element_nodes> node{};

  std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(n_nodes_of(type))}; }
};

/// A side that belongs to one element only: an edge of a triangle or a face of a tetrahedron. Its
/// corners, in the element's direction (of a face counter-clockwise, seen from outside), and then
/// the middle nodes of quadratic elements.
struct BoundarySide {
  int element = 0;
  std::array<int, 6> node{-1, -1, -1, -1, -1, -1};
  int n_nodes = 2;

  std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(n_nodes)}; }
};

/// Nodes and elements. Meshes of triangles have z = 0. Indices start at 0. A mesh from a file keeps
/// the numbers of the file as tags, which messages use.
struct Mesh {
  std::vector<Eigen::Vector3d> nodes;
  std::vector<Cell> elements;
  std::map<std::string, std::vector<int>> node_sets;
  std::vector<long long> node_tags, element_tags;  ///< empty: the indices themselves

  int n_nodes() const { return static_cast<int>(nodes.size()); }
  int n_elements() const { return static_cast<int>(elements.size()); }
  long long node_tag(int node) const { return node_tags.empty() ? node : node_tags[node]; }
  long long element_tag(int element) const { return element_tags.empty() ? element : element_tags[element]; }
  Eigen::Vector2d point(int node) const { return nodes[node].head<2>(); }  ///< in the plane

  /// Throws InvalidInput with the existing names.
  const std::vector<int>& node_set(const std::string& name) const;
  /// The single node of a set; throws InvalidInput if it has more.
  int only_node(const std::string& name) const;
  int nearest_node(const Eigen::Vector3d& point) const;
  /// The diagonal of its bounding box.
  double size() const;

  /// The edges (triangles) or faces (tetrahedra) of the boundary; beams have none.
  std::vector<BoundarySide> boundary() const;
  /// Those with all nodes in the set; throws InvalidInput if there are none.
  std::vector<BoundarySide> boundary_on(const std::string& set) const;
};

}  // namespace pleuel::fem
