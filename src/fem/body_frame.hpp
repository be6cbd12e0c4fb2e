// Conditions that attach a floating frame to its body.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/linear_conditions.hpp"
#include "pleuel/fem/nodal_body.hpp"

namespace pleuel::fem {

/// A floating frame moves with its body; conditions on the deformation define how. Each of these
/// sets unknowns to zero.
///
///   chord      u1 = u2 = 0 at node a, u2 = 0 at node b: the x axis passes through both nodes,
///              which must have the same x2. In space also u3 = 0 at a and b, which must have the
///              same x3, and u3 = 0 at a third node c, which must not have the x2 of a: it stays in
///              a plane of constant x3 through the chord. Nodes with rotations need no c: there
///              θ1 = 0 at a
///   tangent    all unknowns of the nodes in a set: the frame is welded to them; one node of a
///              beam, two or more of triangles, three or more of tetrahedra that are not in line
///   supports   chosen displacements of the nodes of some sets: planes of symmetry, clamps
///   fixed      the named unknowns, for other choices
///   mean       MeanAxes: no unknown is zero
///
/// The fixed unknowns must prevent every rigid motion of the body. Otherwise q and the frame could
/// both describe it, and the mass matrix would be singular; InvalidInput names the free motion.
/// Missing nodes are also named.
DofSelection chord_frame(const NodalBody& body, int a, int b);
DofSelection chord_frame(const NodalBody& body, int a, int b, int c);
DofSelection tangent_frame(const NodalBody& body, const std::vector<int>& nodes);
DofSelection tangent_frame(const NodalBody& body, const std::string& set);
struct Support {
  std::string set;
  std::vector<NodalDof> nodal_dofs;
};
/// Unknowns with prescribed displacements prevent rigid motions too; they are kept.
DofSelection supported_frame(const NodalBody& body, const std::vector<Support>& supports,
                             const std::vector<int>& prescribed = {});
DofSelection fixed_frame(const NodalBody& body, const std::vector<int>& dofs,
                         const std::vector<int>& prescribed = {});
/// As few of some unknowns as prevent the rigid motions that a frame leaves; none if it leaves
/// none.
std::vector<int> holding_unknowns(const NodalBody& body, const DofSelection& frame,
                                  const std::vector<int>& some);

/// Mean axes (Tisserand's frame): the displacements have no part that is a rigid motion. With the
/// rigid motions R of the body, a column each, and its mass matrix M
///
///     0 = W q,   W = (RᵀMR)⁻¹RᵀM,
///
/// which is ∫ρ u = 0 and ∫ρ x × u = 0. W q is the rigid motion that fits u best in the norm of M:
/// the displacement of the frame's origin and the rotation. The frame's origin follows the centre
/// of mass, and linear and angular momentum contain no deformation rates to first order. The rows
/// of W are full, so the conditions are constraints; K and M keep their patterns.
struct MeanAxes {
  Matrix W, R;          ///< R has the rigid motions that the elements represent
  Matrix inverse_mass;  ///< (RᵀMR)⁻¹: a load b causes the rigid acceleration R (RᵀMR)⁻¹Rᵀb
  std::vector<LinearConditions::Row> rows;  ///< of W: "mean_x", …, "mean_rotation_z"
  std::vector<int> motions;  ///< of each row: 0 … 2 translation along x, y, z; 3 … 5 rotation
  /// As many unknowns, ascending, that would hold the body: K without them is regular.
  std::vector<int> held;

  explicit MeanAxes(const NodalBody& body);
  int n_conditions() const { return static_cast<int>(W.rows()); }
  /// W as constraints on all unknowns.
  LinearConditions conditions() const;
  /// Loads and the inertia forces of the rigid accelerations that they cause: b − WᵀRᵀb.
  Matrix balanced(const Matrix& loads) const { return loads - W.transpose() * (R.transpose() * loads); }
};

}  // namespace pleuel::fem
