// The cosine between two directions.
#pragma once

#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// m = e_i · e_j with directions e_i and e_j fixed in the bodies: zero if they are perpendicular.
template <int D>
struct Cosine {
  using Point = typename Space<D>::Point;
  static constexpr unsigned gradient_parts = parts::rotations;
  static constexpr unsigned hessian_parts[4] = {0, parts::rotations, 0, parts::rotations};

  Point e_i, e_j;

  static std::array<bool, 2 * Space<D>::n> used() { return used_parts<D>(gradient_parts); }

  ScalarMotion<D> motion(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarMotion<D> m;
    fill(direction(i, e_i), direction(j, e_j), m);
    return m;
  }

  ScalarJet<D> jet(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarJet<D> m;
    const Arrow<D> X = direction(i, e_i), Y = direction(j, e_j);
    fill(X, Y, m);
    const auto dX = derivatives(i, e_i), dY = derivatives(j, e_j);
    m.rate_q.setZero();
    m.acceleration_q.setZero();
    m.acceleration_v.setZero();
    m.hessian.setZero();
    rotation_i<D>(m.rate_q) = dX.rate_by_rotation.transpose() * Y.X + X.P.transpose() * Y.rate;
    rotation_j<D>(m.rate_q) = dY.rate_by_rotation.transpose() * X.X + Y.P.transpose() * X.rate;
    rotation_i<D>(m.acceleration_q) = dX.acceleration_by_rotation.transpose() * Y.X +
                                      2 * dX.rate_by_rotation.transpose() * Y.rate +
                                      X.P.transpose() * Y.acceleration;
    rotation_j<D>(m.acceleration_q) = dY.acceleration_by_rotation.transpose() * X.X +
                                      2 * dY.rate_by_rotation.transpose() * X.rate +
                                      Y.P.transpose() * X.acceleration;
    rotation_i<D>(m.acceleration_v) =
        dX.acceleration_by_omega.transpose() * Y.X + 2 * X.P.transpose() * Y.rate;
    rotation_j<D>(m.acceleration_v) =
        dY.acceleration_by_omega.transpose() * X.X + 2 * Y.P.transpose() * X.rate;
    constexpr int r = Space<D>::n_rotations;
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_i<D>) = moment_by_rotation(i, e_i, Y.X);
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_j<D>) = X.P.transpose() * Y.P;
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_i<D>) = Y.P.transpose() * X.P;
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_j<D>) = moment_by_rotation(j, e_j, X.X);
    return m;
  }

 private:
  static void fill(const Arrow<D>& X, const Arrow<D>& Y, ScalarMotion<D>& m) {
    m.value = X.X.dot(Y.X);
    m.rate = X.rate.dot(Y.X) + X.X.dot(Y.rate);
    m.acceleration = X.acceleration.dot(Y.X) + 2 * X.rate.dot(Y.rate) + X.X.dot(Y.acceleration);
    m.gradient.setZero();
    rotation_i<D>(m.gradient) = X.P.transpose() * Y.X;
    rotation_j<D>(m.gradient) = Y.P.transpose() * X.X;
  }
};

}  // namespace pleuel
