// The nodes of an elastic body with their unknowns, its mass and its stiffness.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/fem/mesh.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// A degree of freedom of a node.
enum class NodalDof { x, y, z, rotation_x, rotation_y, rotation_z };
inline constexpr int n_nodal_dofs = 6;
inline bool is_rotation(NodalDof which) { return which >= NodalDof::rotation_x; }

/// M q̈ + K q = b with displacements and small rotations at nodes as unknowns q. ElasticBody
/// assembles M and K from finite elements, ImportedBody has them from another program. The body
/// lies in the plane or in space.
class NodalBody {
 public:
  struct Unknown {
    int node;
    NodalDof which;
  };

  /// Its elements are empty if they are not known.
  const Mesh& mesh() const { return mesh_; }
  int dimension() const { return dimension_; }

  int n_dofs() const { return static_cast<int>(unknowns_.size()); }
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  /// Index of an unknown; empty if the node has no such degree of freedom.
  std::optional<int> dof(int node, NodalDof which) const {
    const int place = place_[static_cast<std::size_t>(node)][static_cast<std::size_t>(which)];
    return place < 0 ? std::nullopt : std::optional(place);
  }
  /// Whether a node has rotations as unknowns, in space about all axes.
  bool has_rotation(int node) const;
  /// "node 7 x": the name of an unknown.
  std::string dof_name(int dof) const;

  const FixedMatrix& mass() const { return mass_; }
  const FixedMatrix& stiffness() const { return stiffness_; }

  /// Nodal values of the rigid motions u = e_d and e_axis × x (about e3 in the plane). Unknowns
  /// that the nodes do not have are left out.
  Vector translation(int direction) const;
  Vector rotation(int axis = 2) const;
  /// All rigid motions, one per column: translations, then rotations; three in the plane, six in
  /// space.
  Matrix rigid_motions() const;

  /// The displacement of a node, from the unknowns.
  Eigen::Vector3d displacement(int node, const Vector& q) const;

 protected:
  /// All nodes have the same unknowns, numbered node by node.
  NodalBody(Mesh mesh, int dimension, const std::vector<NodalDof>& of_every_node);
  NodalBody(Mesh mesh, int dimension, std::vector<Unknown> unknowns);

  Mesh mesh_;
  FixedMatrix mass_, stiffness_;

 private:
  void number();

  int dimension_;
  std::vector<Unknown> unknowns_;
  std::vector<std::array<int, n_nodal_dofs>> place_;  // −1: the node has no such unknown
};

}  // namespace pleuel::fem
