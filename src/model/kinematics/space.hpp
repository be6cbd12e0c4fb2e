// The plane and space: sizes and vectors.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleuel {

/// A rigid body has D velocities of its centre of mass and `turns` angular velocities, `n` in all.
/// Its coordinates are the centre of mass and an angle (D = 2) or a quaternion (D = 3), `n_q` in
/// all.
template <int D>
struct Space {
  static_assert(D == 2 || D == 3);
  static constexpr int turns = D == 2 ? 1 : 3;
  static constexpr int n = D + turns;
  static constexpr int turn_coordinates = D == 2 ? 1 : 4;
  static constexpr int n_q = D + turn_coordinates;

  using Point = Eigen::Matrix<double, D, 1>;
  using Turn = Eigen::Matrix<double, turns, 1>;
  using Rotation = Eigen::Matrix<double, D, D>;
  using Turning = Eigen::Matrix<double, D, turns>;  ///< of a vector by a turn
  using Twice = Eigen::Matrix<double, turns, turns>;

  /// Of two bodies i and j, one after the other: translation and turn of i, then of j.
  using Pair = Eigen::Matrix<double, 2 * n, 1>;
  using PairMatrix = Eigen::Matrix<double, 2 * n, 2 * n>;
};

/// u × ·.
inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& u) {
  Eigen::Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

/// u turned by a right angle.
inline Eigen::Vector2d perpendicular(const Eigen::Vector2d& u) { return {-u[1], u[0]}; }

}  // namespace pleuel
