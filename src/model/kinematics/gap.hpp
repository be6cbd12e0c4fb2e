// A component of the vector from one point to another.
#pragma once

#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// m = e · (p_j − p_i), e fixed in the ground, p_i and p_j points of the bodies.
template <int D>
struct Gap {
  using Point = typename Space<D>::Point;
  static constexpr unsigned gradient_parts = parts::all;
  static constexpr unsigned hessian_parts[4] = {0, parts::rotation_i, 0,
                                                parts::rotation_j};  // columns of each row part

  Point e, u_i, u_j;

  /// The velocities on which ṁ depends.
  std::array<bool, 2 * Space<D>::n> used() const {
    std::array<bool, 2 * Space<D>::n> u = {};
    for (int k = 0; k < D; ++k) u[k] = u[at_move_j<D> + k] = e[k] != 0;
    for (int k = 0; k < Space<D>::n_rotations; ++k) {
      u[at_rotation_i<D> + k] = !u_i.isZero(0);
      u[at_rotation_j<D> + k] = !u_j.isZero(0);
    }
    return u;
  }

  ScalarMotion<D> motion(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    return motion(point<D>(i, u_i), point<D>(j, u_j));
  }
  /// With the motions of the two points.
  ScalarMotion<D> motion(const Arrow<D>& p_i, const Arrow<D>& p_j) const {
    ScalarMotion<D> m;
    fill(p_i, p_j, m);
    return m;
  }

  ScalarJet<D> jet(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarJet<D> m;
    fill(point<D>(i, u_i), point<D>(j, u_j), m);
    const auto di = derivatives(i, u_i), dj = derivatives(j, u_j);
    m.rate_q.setZero();
    m.acceleration_q.setZero();
    m.acceleration_v.setZero();
    m.hessian.setZero();
    rotation_i<D>(m.rate_q) = -di.rate_by_rotation.transpose() * e;
    rotation_j<D>(m.rate_q) = dj.rate_by_rotation.transpose() * e;
    rotation_i<D>(m.acceleration_q) = -di.acceleration_by_rotation.transpose() * e;
    rotation_j<D>(m.acceleration_q) = dj.acceleration_by_rotation.transpose() * e;
    rotation_i<D>(m.acceleration_v) = -di.acceleration_by_omega.transpose() * e;
    rotation_j<D>(m.acceleration_v) = dj.acceleration_by_omega.transpose() * e;
    constexpr int r = Space<D>::n_rotations;
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_i<D>) = -moment_by_rotation(i, u_i, e);
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_j<D>) = moment_by_rotation(j, u_j, e);
    return m;
  }

 private:
  void fill(const Arrow<D>& pi, const Arrow<D>& pj, ScalarMotion<D>& m) const {
    m.value = e.dot(pj.X - pi.X);
    m.rate = e.dot(pj.rate - pi.rate);
    m.acceleration = e.dot(pj.acceleration - pi.acceleration);
    move_i<D>(m.gradient) = -e;
    rotation_i<D>(m.gradient) = -pi.P.transpose() * e;
    move_j<D>(m.gradient) = e;
    rotation_j<D>(m.gradient) = pj.P.transpose() * e;
  }
};

}  // namespace pleuel
