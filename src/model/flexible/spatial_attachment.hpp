// A marker of a spatial elastic body as a massless body that follows it.
#pragma once

#include <vector>

#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/kinematics/body_motion.hpp"

namespace pleuel {

/// As in the plane, a marker is a separate massless body. It has the position x and the rotation
/// R_m and is attached to frame (y, R) and deformation q by
///
///     0 = x − y − R s,            s = X + P q
///     0 = ½ ax(Rᵀ R_m) − Θ q,     ax(B) = (B32 − B23, B13 − B31, B21 − B12)
///
/// The second row is sin(α) n − Θ q for the rotation of the marker relative to the frame by the
/// angle α about n. It differs from α n by α³/6, which linear elasticity neglects too; α stays
/// below π/2. Its first part is a sum of cosines between the axes of the frame and of the marker,
/// which the assembly adds as terms of their own. This class contains the first row and −Θ q. −λ is
/// the force of the marker on the elastic body. With w = P q̇, z = P q̈ and r = y + R s
///
///     ṙ = ẏ + R (ω × s + w),   r̈ = ÿ + R (ω̇ × s + ω × (ω × s) + 2 ω × w + z).
template <>
class AttachmentTerm<3> {
 public:
  /// Where the deformations q of a body are among coordinates and velocities.
  struct Deformations {
    int first_q, first_v;
  };
  /// Rows `row` … row + 5; `marker_body` and `frame` are body numbers.
  AttachmentTerm(int row, int marker_body, int frame, const Deformations& first, FlexibleMarker marker);

  void declare(PatternEntries& p) const;
  void find(const MotionMatrices& m);

  /// Adds to the rows that `out` requests, and Gᵀλ to dynamics.
  void add(const Motion& at, MotionRows& out) const;
  void add_gradient(ConstVec q, MotionMatrices& out) const;
  void add_position_gradient(ConstVec q, ConstVec eta, Vec out) const;
  void linearize(const Motion& at, MotionMatrices& out) const;

  int row() const { return row_; }
  int marker_body() const { return marker_body_; }
  int frame() const { return frame_; }
  const FlexibleMarker& marker() const { return marker_; }

 private:
  struct State;
  /// visit(row 0…5, velocity, value) for each entry of G, where −∂r/∂θ and −∂r/∂q = by_Pq P are
  /// given.
  template <class Visit>
  void for_each_velocity(const Eigen::Matrix3d& by_theta, const Eigen::Matrix3d& by_Pq, Visit visit) const;
  /// The same for coordinates: changes θ of the frame become those of its quaternion by T.
  template <class Visit>
  void for_each_coordinate(const Eigen::Matrix3d& by_theta, const Eigen::Matrix3d& by_Pq,
                           const Eigen::Matrix<double, 3, 4>& T, Visit visit) const;

  int row_, marker_body_, frame_;
  Deformations first_;
  FlexibleMarker marker_;
  std::vector<int> G_slots_, g_q_slots_;  // in the order of for_each_velocity and _coordinate
  // ∂(Gᵀλ)/∂q: (θ, p), then of each entry of P (θ, dof) and (dof, p).
  std::vector<int> hessian_slots_;
};

}  // namespace pleuel
