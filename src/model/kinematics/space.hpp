// Sizes and vector types of the plane and of space.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleuel {

/// A rigid body has D velocities of its centre of mass and `n_rotations` angular velocities, `n` in
/// total. Its coordinates are the centre of mass and an angle (D = 2) or a quaternion (D = 3),
/// `n_q` in total.
template <int D>
struct Space {
  static_assert(D == 2 || D == 3);
  static constexpr int n_rotations = D == 2 ? 1 : 3;
  static constexpr int n = D + n_rotations;
  static constexpr int n_rotation_coordinates = D == 2 ? 1 : 4;
  static constexpr int n_q = D + n_rotation_coordinates;

  using Point = Eigen::Matrix<double, D, 1>;
  using RotationVector = Eigen::Matrix<double, n_rotations, 1>;
  using Rotation = Eigen::Matrix<double, D, D>;
  /// Derivative of a vector by a rotation.
  using ByRotation = Eigen::Matrix<double, D, n_rotations>;
  using Twice = Eigen::Matrix<double, n_rotations, n_rotations>;

  /// Of two bodies: translation and rotation of i, then of j.
  using Pair = Eigen::Matrix<double, 2 * n, 1>;
  using PairMatrix = Eigen::Matrix<double, 2 * n, 2 * n>;
};

/// The matrix of u × ·.
inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& u) {
  Eigen::Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

/// u rotated by 90°.
inline Eigen::Vector2d perpendicular(const Eigen::Vector2d& u) { return {-u[1], u[0]}; }

}  // namespace pleuel
