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

inline Arrow<3> direction(const BodyMotion<3>& b, const Eigen::Vector3d& u) {
  const Eigen::Vector3d c = b.omega.cross(u);
  return {b.R * u, b.R * c, b.R * (b.alpha.cross(u) + b.omega.cross(c)), b.R * cross_matrix(-u)};
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
