// A marker of a spatial elastic body as a massless body that follows it.
#pragma once

#include <vector>

#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/kinematics/body_motion.hpp"

namespace pleuel {

/// As in the plane, a marker is a separate massless body. It has the position x and the rotation
/// R_m and is attached to frame (y, R) and deformation q by
///
///     0 = x − y − R s,            s = X + P q − ½ (qᵀK_i q)
///     0 = ½ ax(Rᵀ R_m) − ϑ,       ϑ = Θ q − ½ (qᵀK_3+i q)
///     ax(B) = (B32 − B23, B13 − B31, B21 − B12)
///
/// K_i exist with geometric stiffening only (MarkerShape). The second row is sin(α) n − ϑ for the
/// rotation of the marker relative to the frame by the angle α about n. It differs from α n by
/// α³/6, which linear elasticity neglects too; α stays below π/2. Its first part is a sum of
/// cosines between the axes of the frame and of the marker, which the assembly adds as terms of
/// their own. This class contains the first row and −ϑ. −λ is the force of the marker on the
/// elastic body. With r = y + R s
///
///     ṙ = ẏ + R (ω × s + ṡ),   r̈ = ÿ + R (ω̇ × s + ω × (ω × s) + 2 ω × ṡ + s̈)
///     ṡ = P q̇ − (qᵀK_i q̇),     s̈ = P q̈ − (qᵀK_i q̈) − (q̇ᵀK_i q̇)
template <>
class AttachmentTerm<3> {
 public:
  /// Where the deformations q of a body are among coordinates and velocities.
  struct Deformations {
    int first_q, first_v;
  };
  /// Rows `row` … row + 5; `marker_body` and `frame` are body numbers.
  AttachmentTerm(int row, int marker_body, int frame, const Deformations& first, FlexibleMarker marker);

  using Workspace = MarkerShape<3>::Workspace;

  void declare(PatternEntries& p) const;
  void find(const MotionMatrices& m);
  Workspace make_workspace() const { return shape_.make_workspace(); }

  /// Adds to the rows that `out` requests, and Gᵀλ to dynamics.
  void add(const Motion& at, MotionRows& out, Workspace& work) const;
  void add_gradient(ConstVec q, MotionMatrices& out, Workspace& work) const;
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out, Workspace& work) const;
  void linearize(const Motion& at, MotionMatrices& out, Workspace& work) const;

  int row() const { return row_; }
  int marker_body() const { return marker_body_; }
  int frame() const { return frame_; }
  const FlexibleMarker& marker() const { return shape_.marker(); }

 private:
  using Six = MarkerShape<3>::Values;
  struct State;
  /// visit(row 0…5, velocity, value) for each entry of a level's derivative: `of_bodies` for x and
  /// y, by_theta for the rotation of the frame and −of_column(column) for q.
  template <class OfColumn, class Visit>
  void for_each_velocity(double of_bodies, const Eigen::Matrix3d& by_theta, OfColumn of_column,
                         Visit visit) const;
  /// The same for coordinates: changes θ of the frame become those of its quaternion by T.
  template <class OfColumn, class Visit>
  void for_each_coordinate(double of_bodies, const Eigen::Matrix<double, 3, 4>& by_p, OfColumn of_column,
                           Visit visit) const;
  template <class OfColumn, class Visit>
  void for_each_column(int first, OfColumn of_column, Visit visit) const;
  /// ∂(Gᵀλ)/∂q, and the derivatives of the velocity and the acceleration level.
  void linearize_levels(const Motion& at, const State& state, MotionMatrices& out, Workspace& work) const;
  void linearize_forces(const Motion& at, const State& state, MotionMatrices& out,
                        const Workspace& work) const;

  int row_, marker_body_, frame_;
  Deformations first_;
  MarkerShape<3> shape_;
  std::vector<int> G_slots_, g_q_slots_;  // in the order of for_each_velocity and _coordinate
  // ∂(Gᵀλ)/∂q: (θ, p), then of each column that moves (θ, dof) and (dof, p).
  std::vector<int> hessian_slots_;
  std::vector<int> bending_slots_;  // of each entry of K among (q, q)
};

}  // namespace pleuel
