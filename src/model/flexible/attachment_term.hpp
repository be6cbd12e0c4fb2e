// A marker of a planar elastic body as a massless body that follows it.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/flexible/flexible_marker.hpp"

namespace pleuel {

/// In the plane (D = 2) and in space (D = 3, spatial_attachment.hpp).
template <int D>
class AttachmentTerm;

/// Joints and forces act only on rigid bodies. A marker of an elastic body is therefore a separate
/// massless body with position x and angle φ, attached to frame (y, ψ) and deformation q by
///
///     0 = x − y − A(ψ) s,   s = X + P q
///     0 = φ − ψ − Θ · q
///
/// −λ is the force of the marker on the elastic body. With A' = dA/dψ, w = P q̇, z = P q̈ and
/// r = y + A s
///
///     ṙ = ẏ + ψ̇ A's + A w,   r̈ = ÿ + ψ̈ A's − ψ̇² A s + 2 ψ̇ A'w + A z.
template <>
class AttachmentTerm<2> {
 public:
  /// Rows `row` … row + 2; `marker_body` and `frame` are body numbers, `first` is the index of q
  /// among all coordinates.
  AttachmentTerm(int row, int marker_body, int frame, int first, FlexibleMarker marker);

  void declare(PatternEntries& p) const;
  void find(const MotionMatrices& m);

  /// Adds to the rows that `out` requests, and Gᵀλ to dynamics.
  void add(const Motion& at, MotionRows& out) const;
  void add_gradient(ConstVec q, MotionMatrices& out) const;
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out) const;
  void linearize(const Motion& at, MotionMatrices& out) const;

  /// x, φ and their rates for a state of the elastic body.
  Eigen::Vector3d place(ConstVec q) const;
  Eigen::Vector3d rate(ConstVec q, ConstVec v) const;
  int marker_body() const { return marker_body_; }

 private:
  /// A, A', s, and P and Θ times vectors of the size of q.
  struct State;
  /// visit(row 0…2, coordinate, value) for each entry of G.
  template <class Visit>
  void for_each_gradient(const State& at, Visit visit) const;

  int row_, marker_body_, frame_, first_;
  FlexibleMarker marker_;
  std::vector<int> G_slots_, g_q_slots_;  // in the order of for_each_gradient
  // ∂(Gᵀλ)/∂(ψ, q): (ψ, ψ), then (ψ, dof) and (dof, ψ) of each entry of P.
  std::vector<int> hessian_slots_;
};

}  // namespace pleuel
