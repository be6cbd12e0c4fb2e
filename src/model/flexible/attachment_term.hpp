// A marker of a planar elastic body as a massless body that follows it.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/flexible/marker_shape.hpp"

namespace pleuel {

/// In the plane (D = 2) and in space (D = 3, spatial_attachment.hpp).
template <int D>
class AttachmentTerm;

/// Joints and forces act only on rigid bodies. A marker of an elastic body is therefore a separate
/// massless body with position x and angle φ, attached to frame (y, ψ) and deformation q by
///
///     0 = x − y − A(ψ) s,   s = X + P q − ½ (qᵀK_i q)
///     0 = φ − ψ − ϑ,        ϑ = Θ·q − ½ qᵀK_3 q
///
/// K_i, K_3 exist with geometric stiffening only (MarkerShape). −λ is the force of the marker on
/// the elastic body. With A' = dA/dψ and r = y + A s
///
///     ṙ = ẏ + ψ̇ A's + A ṡ,   r̈ = ÿ + ψ̈ A's − ψ̇² A s + 2 ψ̇ A'ṡ + A s̈
///     ṡ = P q̇ − (qᵀK_i q̇),    s̈ = P q̈ − (qᵀK_i q̈) − (q̇ᵀK_i q̇)
template <>
class AttachmentTerm<2> {
 public:
  using Workspace = MarkerShape<2>::Workspace;

  /// Rows `row` … row + 2; `marker_body` and `frame` are body numbers, `first` is the index of q
  /// among all coordinates.
  AttachmentTerm(int row, int marker_body, int frame, int first, FlexibleMarker marker);

  void declare(PatternEntries& p) const;
  void find(const MotionMatrices& m);
  Workspace make_workspace() const { return shape_.make_workspace(); }

  /// Adds to the rows that `out` requests, and Gᵀλ to dynamics.
  void add(const Motion& at, MotionRows& out, Workspace& work) const;
  void add_gradient(ConstVec q, MotionMatrices& out, Workspace& work) const;
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out, Workspace& work) const;
  void linearize(const Motion& at, MotionMatrices& out, Workspace& work) const;

  /// x, φ and their rates for a state of the elastic body. Not for use inside of a step.
  Eigen::Vector3d place(ConstVec q) const;
  Eigen::Vector3d rate(ConstVec q, ConstVec v) const;
  int marker_body() const { return marker_body_; }

 private:
  /// A, A', s and ϑ, and the products of K with q in a workspace.
  struct State;
  /// visit(row 0…2, coordinate, value) for each entry of a level's derivative: `of_bodies` for x
  /// and y, `by_psi` for ψ and −of_column(column) for q.
  template <class OfColumn, class Visit>
  void for_each(double of_bodies, const Eigen::Vector3d& by_psi, OfColumn of_column, Visit visit) const;
  /// The entries of G.
  template <class Visit>
  void for_each_gradient(const State& at, const Workspace& work, Visit visit) const;

  /// ∂(Gᵀλ)/∂q, and the derivatives of the velocity and the acceleration level.
  void linearize_forces(const Motion& at, const State& state, MotionMatrices& out,
                        const Workspace& work) const;
  void linearize_levels(const Motion& at, const State& state, MotionMatrices& out, Workspace& work) const;

  int row_, marker_body_, frame_, first_;
  MarkerShape<2> shape_;
  std::vector<int> G_slots_, g_q_slots_;  // in the order of for_each
  // ∂(Gᵀλ)/∂(ψ, q): (ψ, ψ), then (ψ, dof) and (dof, ψ) of each column that moves.
  std::vector<int> hessian_slots_;
  std::vector<int> bending_slots_;  // of each entry of K among (q, q)
};

}  // namespace pleuel
