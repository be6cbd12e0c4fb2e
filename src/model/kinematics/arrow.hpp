// A vector or a point fixed in a body.
#pragma once

#include "pleuel/model/kinematics/body_motion.hpp"

namespace pleuel {

/// X = R u, or X = x + R u for a point, with u fixed in the body, its rates Ẋ and Ẍ and P = ∂X/∂θ.
/// In space
///
///     Ẋ = R (ω × u),   Ẍ = R (α × u + ω × (ω × u)),   P = −R ũ,
///
/// and in the plane, with ⊥ for rotation by 90°, Ẋ = ω X⊥, Ẍ = α X⊥ − ω² X, P = X⊥. P is also ∂Ẋ/∂ω
/// and ∂Ẍ/∂α.
template <int D>
struct Arrow {
  typename Space<D>::Point X, rate, acceleration;
  typename Space<D>::ByRotation P;
};

/// Further derivatives: of rate and acceleration by a rotation, and of the acceleration by ω.
template <int D>
struct ArrowDerivatives {
  typename Space<D>::ByRotation rate_by_rotation, acceleration_by_rotation, acceleration_by_omega;
};

inline Arrow<2> direction(const BodyMotion<2>& b, const Eigen::Vector2d& u) {
  const Eigen::Vector2d X = b.R * u, across = perpendicular(X);
  const double w = b.omega[0];
  return {X, w * across, b.alpha[0] * across - w * w * X, across};
}

/// The products with R in registers of four numbers, of which three count.
inline Arrow<3> direction(const BodyMotion<3>& b, const Eigen::Vector3d& u) {
  const Eigen::Vector3d c = b.omega.cross(u), d = b.alpha.cross(u) + b.omega.cross(c);
  const double* const r = b.R.data();
  const Pack R0(r[0], r[1], r[2], 0), R1(r[3], r[4], r[5], 0), R2(r[6], r[7], r[8], 0);
  const auto rotated = [&](const Eigen::Vector3d& x) { return R0 * x[0] + R1 * x[1] + R2 * x[2]; };
  const Pack X = rotated(u), rate = rotated(c), acceleration = rotated(d);
  const Pack P0 = R2 * u[1] - R1 * u[2], P1 = R0 * u[2] - R2 * u[0], P2 = R1 * u[0] - R0 * u[1];
  Arrow<3> arrow;
  for (int i = 0; i < 3; ++i) {
    arrow.X[i] = X[i];
    arrow.rate[i] = rate[i];
    arrow.acceleration[i] = acceleration[i];
    arrow.P(i, 0) = P0[i];
    arrow.P(i, 1) = P1[i];
    arrow.P(i, 2) = P2[i];
  }
  return arrow;
}

template <int D>
Arrow<D> point(const BodyMotion<D>& b, const typename Space<D>::Point& u) {
  Arrow<D> p = direction(b, u);
  p.X += b.x;
  p.rate += b.v;
  p.acceleration += b.a;
  return p;
}

inline ArrowDerivatives<2> derivatives(const BodyMotion<2>& b, const Eigen::Vector2d& u) {
  const Eigen::Vector2d X = b.R * u;
  const double w = b.omega[0];
  return {-w * X, -b.alpha[0] * X - w * w * perpendicular(X), -2 * w * X};
}

inline ArrowDerivatives<3> derivatives(const BodyMotion<3>& b, const Eigen::Vector3d& u) {
  const Eigen::Vector3d c = b.omega.cross(u), d = b.alpha.cross(u) + b.omega.cross(c);
  return {b.R * cross_matrix(-c), b.R * cross_matrix(-d),
          b.R * (cross_matrix(-c) - cross_matrix(b.omega) * cross_matrix(u))};
}

/// ∂(PᵀF)/∂θ for F fixed in the ground: PᵀF = u × RᵀF, and RᵀF rotates relative to the body.
inline Eigen::Matrix<double, 1, 1> moment_by_rotation(const BodyMotion<2>& b, const Eigen::Vector2d& u,
                                                      const Eigen::Vector2d& F) {
  return Eigen::Matrix<double, 1, 1>(-(b.R * u).dot(F));
}
inline Eigen::Matrix3d moment_by_rotation(const BodyMotion<3>& b, const Eigen::Vector3d& u,
                                          const Eigen::Vector3d& F) {
  return cross_matrix(u) * cross_matrix(b.R.transpose() * F);
}

}  // namespace pleuel
