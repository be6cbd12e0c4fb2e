// The distance between two points.
#pragma once

#include "pleuel/base/left_domain.hpp"
#include "pleuel/model/kinematics/scalar.hpp"

namespace pleuel {

/// m = |d|, d = p_j − p_i, with n = d/m and w = ṅ = (ḋ − n ṁ)/m:
///
///     ṁ = n · ḋ,   m̈ = n · d̈ + w · ḋ.
///
/// If the points coincide, there is no direction: the state is outside the domain.
template <int D>
struct Distance {
  using S = Space<D>;
  using Point = typename S::Point;
  static constexpr unsigned gradient_parts = parts::all;
  static constexpr unsigned hessian_parts[4] = {parts::all, parts::all, parts::all, parts::all};

  Point u_i, u_j;

  static std::array<bool, 2 * S::n> used() { return used_parts<D>(gradient_parts); }

  ScalarMotion<D> motion(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarMotion<D> m;
    (void)fill(point<D>(i, u_i), point<D>(j, u_j), m);
    return m;
  }

  ScalarJet<D> jet(const BodyMotion<D>& i, const BodyMotion<D>& j) const {
    ScalarJet<D> m;
    const Arrow<D> pi = point<D>(i, u_i), pj = point<D>(j, u_j);
    const Between b = fill(pi, pj, m);
    const auto di = derivatives(i, u_i), dj = derivatives(j, u_j);
    const auto by_rotations = [](const typename S::ByRotation& of_i, const typename S::ByRotation& of_j) {
      Spread s = Spread::Zero();
      s.template block<D, S::n_rotations>(0, at_rotation_i<D>) = -of_i;
      s.template block<D, S::n_rotations>(0, at_rotation_j<D>) = of_j;
      return s;
    };
    Spread d_q = by_rotations(pi.P, pj.P);
    d_q.template block<D, D>(0, 0).setIdentity();
    d_q.template block<D, D>(0, 0) *= -1;
    d_q.template block<D, D>(0, at_move_j<D>).setIdentity();
    const Spread rate_q = by_rotations(di.rate_by_rotation, dj.rate_by_rotation);
    const double l = m.value;
    m.rate_q = rate_q.transpose() * b.n + d_q.transpose() * b.w;
    m.acceleration_q =
        by_rotations(di.acceleration_by_rotation, dj.acceleration_by_rotation).transpose() * b.n +
        d_q.transpose() * ((b.second - b.n * b.n.dot(b.second)) / l) +
        (2 / l) * (rate_q.transpose() * b.first - m.rate * m.rate_q) - (b.w.dot(b.first) / l) * m.gradient;
    m.acceleration_v = by_rotations(di.acceleration_by_omega, dj.acceleration_by_omega).transpose() * b.n +
                       (2 / l) * (d_q.transpose() * b.first - m.rate * m.gradient);
    m.hessian = (d_q.transpose() * d_q - m.gradient * m.gradient.transpose()) / l;
    constexpr int r = S::n_rotations;
    m.hessian.template block<r, r>(at_rotation_i<D>, at_rotation_i<D>) -= moment_by_rotation(i, u_i, b.n);
    m.hessian.template block<r, r>(at_rotation_j<D>, at_rotation_j<D>) += moment_by_rotation(j, u_j, b.n);
    return m;
  }

 private:
  using Spread = Eigen::Matrix<double, D, 2 * S::n>;
  struct Between {
    Point n, w, first, second;  // n, ṅ, ḋ, d̈
  };
  static Between fill(const Arrow<D>& pi, const Arrow<D>& pj, ScalarMotion<D>& m) {
    const Point d = pj.X - pi.X, first = pj.rate - pi.rate, second = pj.acceleration - pi.acceleration;
    m.value = d.norm();
    if (!(m.value > 0))
      throw LeftDomain(
          "the two points of a distance coincide, so it has no direction; move one of its markers, or let "
          "the force act along an axis");
    const Point n = d / m.value;
    m.rate = n.dot(first);
    const Point w = (first - n * m.rate) / m.value;
    m.acceleration = n.dot(second) + w.dot(first);
    move_i<D>(m.gradient) = -n;
    rotation_i<D>(m.gradient) = -pi.P.transpose() * n;
    move_j<D>(m.gradient) = n;
    rotation_j<D>(m.gradient) = pj.P.transpose() * n;
    return {n, w, first, second};
  }
};

}  // namespace pleuel
