// The product of two directions.
#pragma once

#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// m = e_i · e_j, e_i and e_j directions fixed in the bodies: zero where they are at right angles.
template <int D>
struct Cosine {
  using Point = typename Space<D>::Point;
  static constexpr unsigned gradient_parts = parts::turns;
  static constexpr unsigned hessian_parts[4] = {0, parts::turns, 0, parts::turns};

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
    turn_i<D>(m.rate_q) = dX.rate_turn.transpose() * Y.X + X.P.transpose() * Y.rate;
    turn_j<D>(m.rate_q) = dY.rate_turn.transpose() * X.X + Y.P.transpose() * X.rate;
    turn_i<D>(m.acceleration_q) = dX.acceleration_turn.transpose() * Y.X +
                                  2 * dX.rate_turn.transpose() * Y.rate + X.P.transpose() * Y.acceleration;
    turn_j<D>(m.acceleration_q) = dY.acceleration_turn.transpose() * X.X +
                                  2 * dY.rate_turn.transpose() * X.rate + Y.P.transpose() * X.acceleration;
    turn_i<D>(m.acceleration_v) = dX.acceleration_omega.transpose() * Y.X + 2 * X.P.transpose() * Y.rate;
    turn_j<D>(m.acceleration_v) = dY.acceleration_omega.transpose() * X.X + 2 * Y.P.transpose() * X.rate;
    constexpr int r = Space<D>::turns;
    m.hessian.template block<r, r>(at_turn_i<D>, at_turn_i<D>) = turned_moment(i, e_i, Y.X);
    m.hessian.template block<r, r>(at_turn_i<D>, at_turn_j<D>) = X.P.transpose() * Y.P;
    m.hessian.template block<r, r>(at_turn_j<D>, at_turn_i<D>) = Y.P.transpose() * X.P;
    m.hessian.template block<r, r>(at_turn_j<D>, at_turn_j<D>) = turned_moment(j, e_j, X.X);
    return m;
  }

 private:
  static void fill(const Arrow<D>& X, const Arrow<D>& Y, ScalarMotion<D>& m) {
    m.value = X.X.dot(Y.X);
    m.rate = X.rate.dot(Y.X) + X.X.dot(Y.rate);
    m.acceleration = X.acceleration.dot(Y.X) + 2 * X.rate.dot(Y.rate) + X.X.dot(Y.acceleration);
    m.gradient.setZero();
    turn_i<D>(m.gradient) = X.P.transpose() * Y.X;
    turn_j<D>(m.gradient) = Y.P.transpose() * X.X;
  }
};

}  // namespace pleuel
