// Position and motion of a rigid body.
#pragma once

#include <cmath>

#include "pleuel/autodiff/pack.hpp"
#include "pleuel/model/kinematics/space.hpp"

namespace pleuel {

/// Centre of mass x, rotation R from body axes to ground axes, velocities v and ω, accelerations a
/// and α. In space ω and α are in body axes. A small rotation δθ about body axes gives δR = R δθ̃.
/// The ground is a body at rest with R = I.
template <int D>
struct BodyMotion {
  using S = Space<D>;
  typename S::Point x = S::Point::Zero();
  typename S::Rotation R = S::Rotation::Identity();
  typename S::Point v = S::Point::Zero();
  typename S::RotationVector omega = S::RotationVector::Zero();
  typename S::Point a = S::Point::Zero();
  typename S::RotationVector alpha = S::RotationVector::Zero();
  double angle = 0;  ///< in the plane, including full revolutions
  /// δθ = rotation_by_q δq for the coordinates of orientation; 1 in the plane.
  Eigen::Matrix<double, S::n_rotations, S::n_rotation_coordinates> rotation_by_q =
      Eigen::Matrix<double, S::n_rotations, S::n_rotation_coordinates>::Zero();
};

/// Sets the rotation by an angle with the cosine c and the sine s.
inline void place_body(const double* q, double c, double s, BodyMotion<2>& body) {
  body.x = {q[0], q[1]};
  body.angle = q[2];
  body.R << c, -s, s, c;
  body.rotation_by_q(0, 0) = 1;
}
inline void place_body(const double* q, BodyMotion<2>& body) {
  place_body(q, std::cos(q[2]), std::sin(q[2]), body);
}
/// Four bodies at a time.
inline void place_bodies(const double* q, int n, BodyMotion<2>* bodies) {
  constexpr int n_q = Space<2>::n_q;
  int b = 0;
  for (; b + Pack::size <= n; b += Pack::size) {
    const double* const angle = q + b * n_q + 2;
    const Pack angles(angle[0], angle[n_q], angle[2 * n_q], angle[3 * n_q]);
    const Pack c = cos(angles), s = sin(angles);
    for (int k = 0; k < Pack::size; ++k) place_body(q + (b + k) * n_q, c[k], s[k], bodies[b + k]);
  }
  for (; b < n; ++b) place_body(q + b * n_q, bodies[b]);
}

/// Sets the rotation by the quaternion p/|p|, p = (p₀, p⃗):
///
///     R = (p₀² − |p⃗|²) I + 2 p⃗p⃗ᵀ + 2 p₀ p⃗~,   δθ = 2 (−p⃗, p₀ I − p⃗~) δp / |p|².
///
/// A change of |p| does not rotate the body.
inline void place_body(const double* q, BodyMotion<3>& body) {
  body.x = {q[0], q[1], q[2]};
  const double p0 = q[3], p1 = q[4], p2 = q[5], p3 = q[6];
  const double s = 1 / (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3), d = 2 * s;
  body.R << s * (p0 * p0 + p1 * p1 - p2 * p2 - p3 * p3), d * (p1 * p2 - p0 * p3), d * (p1 * p3 + p0 * p2),
      d * (p1 * p2 + p0 * p3), s * (p0 * p0 - p1 * p1 + p2 * p2 - p3 * p3), d * (p2 * p3 - p0 * p1),
      d * (p1 * p3 - p0 * p2), d * (p2 * p3 + p0 * p1), s * (p0 * p0 - p1 * p1 - p2 * p2 + p3 * p3);
  body.rotation_by_q << -d * p1, d * p0, d * p3, -d * p2,  //
      -d * p2, -d * p3, d * p0, d * p1,                    //
      -d * p3, d * p2, -d * p1, d * p0;
}
inline void place_bodies(const double* q, int n, BodyMotion<3>* bodies) {
  for (int b = 0; b < n; ++b) place_body(q + b * Space<3>::n_q, bodies[b]);
}

}  // namespace pleuel
