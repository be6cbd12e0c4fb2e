// How the nodes of an imported body move with its deformation.
#pragma once

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/import/sid_body.hpp"
#include "pleuel/fem/nodal_body.hpp"

namespace pleuel {

/// u_i = Σ_k P_ik q_k, and the same for rotations. For pictures and for the range of linear
/// elasticity.
struct ImportedNodes {
  std::vector<Eigen::Vector3d> X;
  double size = 0;              ///< the diagonal of their bounding box, m
  FixedMatrix P_transposed;     ///< column 3i + c: component c of node i
  FixedMatrix turn_transposed;  ///< the same of rotations; without columns: no node has any

  /// Of the unknowns that the frame keeps, or of q = V p if V has columns.
  ImportedNodes(const fem::NodalBody& body, const fem::DofSelection& frame, const Matrix& V);
  explicit ImportedNodes(const std::vector<fem::SidNode>& nodes);

  /// The largest |u_i|, and the largest rotation; q is from `first` on. No allocation.
  double largest_displacement(ConstVec q, int first) const { return largest(P_transposed, q, first); }
  double largest_rotation(ConstVec q, int first) const { return largest(turn_transposed, q, first); }
  /// u_i, a column each.
  Eigen::Matrix3Xd displacements(const Vector& q) const;

 private:
  static double largest(const FixedMatrix& of_nodes, const ConstVec& q, int first);
  void set_size();
};

}  // namespace pleuel
