#include "pleuel/fem/mesh_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace {

constexpr double least_shape =
    1e-12;  // volume, area or length over the power of the length that it is compared with
// m: larger meshes are not plausible, and fourth powers stay finite
constexpr double farthest = 1e9;

class Check {
 public:
  explicit Check(const Mesh& mesh) : mesh_(mesh) {
    for (const Cell& cell : mesh.elements) is_spatial_ |= dimension_of(cell.type) == 3;
    // Lines may lie in space.
    if (!mesh.elements.empty() && mesh.elements[0].type == CellType::beam)
      for (const Eigen::Vector3d& x : mesh.nodes) is_spatial_ |= x[2] != 0;
  }

  std::vector<std::string> faults() && {
    if (mesh_.elements.empty()) add("the mesh has no elements");
    check_nodes();
    check_numbers();
    if (n_faults_ == 0) {
      check_kinds();
      for (int e = 0; e < mesh_.n_elements(); ++e) check_shape(e);
      check_connection();
    }
    if (n_faults_ > most_faults)
      faults_.push_back("and " + std::to_string(n_faults_ - most_faults) + " more");
    return std::move(faults_);
  }

 private:
  void add(std::string fault) {
    if (++n_faults_ <= most_faults) faults_.push_back(std::move(fault));
  }
  std::string node(int i) const { return "node " + std::to_string(mesh_.node_tag(i)); }
  std::string at(int i) const {
    const auto& x = mesh_.nodes[i];
    return node(i) + " at (" + number_text(x[0]) + ", " + number_text(x[1]) +
           (is_spatial_ ? ", " + number_text(x[2]) : "") + ")";
  }
  std::string element(int e) const {
    return name_of(mesh_.elements[e].type) + " element " + std::to_string(mesh_.element_tag(e));
  }

  void check_nodes() {
    for (int i = 0; i < mesh_.n_nodes(); ++i) {
      const auto& x = mesh_.nodes[i];
      if (!x.allFinite())
        add(node(i) + " has a coordinate that is not a finite number");
      else if (x.cwiseAbs().maxCoeff() > farthest)
        add(at(i) + " lies beyond " + number_text(farthest) + " m; coordinates are in metres, correct it");
      else if (x[2] != 0 && !is_spatial_)
        add(node(i) + " has z = " + number_text(x[2]) + "; planar meshes have z = 0");
    }
    for (const auto& [name, set] : mesh_.node_sets)
      for (const int i : set)
        if (i < 0 || i >= mesh_.n_nodes())
          add("node set '" + name + "' has node " + std::to_string(i) + ", but the mesh has " +
              std::to_string(mesh_.n_nodes()) + " nodes");
  }

  void check_numbers() {
    std::vector<char> is_used(mesh_.nodes.size(), 0);
    for (int e = 0; e < mesh_.n_elements(); ++e) {
      const auto nodes = mesh_.elements[e].nodes();
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        const int i = nodes[k];
        if (i < 0 || i >= mesh_.n_nodes()) {
          add(element(e) + " has node " + std::to_string(i) + ", but the mesh has " +
              std::to_string(mesh_.n_nodes()) + " nodes");
          continue;
        }
        is_used[i] = 1;
        if (std::find(nodes.begin(), nodes.begin() + k, i) != nodes.begin() + k)
          add(element(e) + " is degenerate: it has " + node(i) + " twice");
      }
    }
    for (int i = 0; i < mesh_.n_nodes(); ++i)
      if (!is_used[i]) add(node(i) + " is in no element; remove it or connect it");
  }

  void check_kinds() {
    const CellType first = mesh_.elements[0].type;
    for (int e = 1; e < mesh_.n_elements(); ++e)
      if (mesh_.elements[e].type != first) {
        add(element(e) + " stands in a mesh that begins with " + element(0) +
            "; all elements of a body are of one kind");
        return;
      }
  }

  void check_shape(int e) {
    const Cell& element_e = mesh_.elements[e];
    if (element_e.type == CellType::beam) {
      const auto &a = mesh_.nodes[element_e.node[0]], &b = mesh_.nodes[element_e.node[1]];
      if (!((b - a).norm() > least_shape * std::max(a.norm(), b.norm())))
        add(element(e) + " is degenerate: its " + at(element_e.node[0]) + " and " + at(element_e.node[1]) +
            " coincide");
      return;
    }
    dimension_of(element_e.type) == 2 ? check_solid<2>(e) : check_solid<3>(e);
  }

  template <int D>
  void check_solid(int e) {
    using Place = Eigen::Matrix<double, D, 1>;
    const Cell& cell = mesh_.elements[e];
    double longest = 0;
    for (int k = 0; k < (D == 2 ? 3 : 6); ++k) {
      const auto [a, b] = edge_corners(k);
      longest = std::max(longest, (mesh_.nodes[cell.node[a]] - mesh_.nodes[cell.node[b]]).squaredNorm());
    }
    // Twice the area, or six times the volume, of a degenerate element.
    const double least = D == 2 ? 2 * least_shape * longest : 6 * least_shape * longest * std::sqrt(longest);
    const double size = cell_determinant<D>(mesh_, cell, Place::Constant(1.0 / (D + 1)));
    std::string corners;
    for (int k = 0; k <= D; ++k) corners += (k > 0 ? ", " : "") + at(cell.node[k]);
    if (!(std::abs(size) > least)) {
      add(element(e) + " is degenerate: its nodes " + corners + " lie " +
          (D == 2 ? "on a line" : "in a plane"));
    } else if (size < 0) {
      add(element(e) + " is inverted: its nodes " + corners +
          (D == 2 ? " run clockwise; exchange two of them"
                  : " give a negative volume; exchange two of its corners"));
    } else if (is_quadratic(cell.type)) {
      for (int k = 0; k < n_nodes_of(cell.type); ++k)
        if (!(cell_determinant<D>(mesh_, cell, node_place<D>(k)) > least)) {
          add(element(e) + " is inverted near " + at(cell.node[k]) +
              ": a middle node is too far from the middle of its edge");
          return;
        }
    }
  }

  void check_connection() {
    std::vector<int> parent(mesh_.nodes.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&parent](int i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    for (const auto& e : mesh_.elements)
      for (const int i : e.nodes()) parent[root(i)] = root(e.node[0]);
    std::set<int> seen = {root(mesh_.elements[0].node[0])};
    for (int e = 1; e < mesh_.n_elements(); ++e) {
      const int first = mesh_.elements[e].node[0];
      if (seen.insert(root(first)).second)
        add(element(e) + " with " + at(first) + " is disconnected: no chain of elements leads to " +
            element(0) + "; merge coinciding nodes or make two bodies");
    }
  }

  const Mesh& mesh_;
  bool is_spatial_ = false;
  std::vector<std::string> faults_;
  int n_faults_ = 0;
};

}  // namespace

std::vector<std::string> mesh_faults(const Mesh& mesh) { return Check(mesh).faults(); }

void check_mesh(const Mesh& mesh) {
  auto faults = mesh_faults(mesh);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

}  // namespace pleuel::fem
