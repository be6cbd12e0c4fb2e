// Displacement of a point of one body along an axis of another.
#pragma once

#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// m = e_i · (p_j − p_i), with a direction e_i and a point p_i of body i and a point p_j of body j.
/// As e_i and p_i rotate together, m = e_i · (p_j − x_i) − e_i · (p_i − x_i), where the last
/// product is constant.
template <int D>
struct Offset {
  using Point = typename Space<D>::Point;
  static constexpr unsigned gradient_parts = parts::all;
  static constexpr unsigned hessian_parts[4] = {parts::rotation_i, parts::all, parts::rotation_i,
                                                parts::rotations};

  Point e_i, u_i, u_j;

  static std::array<bool, 2 * Space<D>::n> used() { return used_parts<D>(gradient_parts); }

  ScalarMotion<D> motion(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarMotion<D> m;
    const Arrow<D> p = point<D>(j, u_j);
    fill(direction(i, e_i), p, {p.X - i.x, p.rate - i.v, p.acceleration - i.a}, m);
    return m;
  }

  ScalarJet<D> jet(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarJet<D> m;
    const Arrow<D> e = direction(i, e_i), p = point<D>(j, u_j);
    const Between d{p.X - i.x, p.rate - i.v, p.acceleration - i.a};
    fill(e, p, d, m);
    const auto de = derivatives(i, e_i), dp = derivatives(j, u_j);
    move_i<D>(m.rate_q) = -e.rate;
    rotation_i<D>(m.rate_q) = de.rate_by_rotation.transpose() * d.value + e.P.transpose() * d.rate;
    move_j<D>(m.rate_q) = e.rate;
    rotation_j<D>(m.rate_q) = p.P.transpose() * e.rate + dp.rate_by_rotation.transpose() * e.X;
    move_i<D>(m.acceleration_q) = -e.acceleration;
    rotation_i<D>(m.acceleration_q) = de.acceleration_by_rotation.transpose() * d.value +
                                      2 * de.rate_by_rotation.transpose() * d.rate +
                                      e.P.transpose() * d.acceleration;
    move_j<D>(m.acceleration_q) = e.acceleration;
    rotation_j<D>(m.acceleration_q) = p.P.transpose() * e.acceleration +
                                      2 * dp.rate_by_rotation.transpose() * e.rate +
                                      dp.acceleration_by_rotation.transpose() * e.X;
    move_i<D>(m.acceleration_v) = -2 * e.rate;
    rotation_i<D>(m.acceleration_v) =
        de.acceleration_by_omega.transpose() * d.value + 2 * e.P.transpose() * d.rate;
    move_j<D>(m.acceleration_v) = 2 * e.rate;
    rotation_j<D>(m.acceleration_v) =
        2 * p.P.transpose() * e.rate + dp.acceleration_by_omega.transpose() * e.X;

    constexpr int r = Space<D>::n_rotations;
    m.hessian.setZero();
    m.hessian.template block<D, r>(0, at_rotation_i<D>) = -e.P;
    m.hessian.template block<r, D>(at_rotation_i<D>, 0) = -e.P.transpose();
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_i<D>) = moment_by_rotation(i, e_i, d.value);
    m.hessian.template block<r, D>(at_rotation_i<D>, at_move_j<D>) = e.P.transpose();
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_j<D>) = e.P.transpose() * p.P;
    m.hessian.template block<D, r>(at_move_j<D>, at_rotation_i<D>) = e.P;
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_i<D>) = p.P.transpose() * e.P;
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_j<D>) = moment_by_rotation(j, u_j, e.X);
    return m;
  }

 private:
  struct Between {
    Point value, rate, acceleration;
  };
  void fill(const Arrow<D>& e, const Arrow<D>& p, const Between& d, ScalarMotion<D>& m) const {
    m.value = e.X.dot(d.value) - e_i.dot(u_i);
    m.rate = e.rate.dot(d.value) + e.X.dot(d.rate);
    m.acceleration = e.acceleration.dot(d.value) + 2 * e.rate.dot(d.rate) + e.X.dot(d.acceleration);
    move_i<D>(m.gradient) = -e.X;
    rotation_i<D>(m.gradient) = e.P.transpose() * d.value;
    move_j<D>(m.gradient) = e.X;
    rotation_j<D>(m.gradient) = p.P.transpose() * e.X;
  }
};

}  // namespace pleuel
