// A rigid body with a unit quaternion, as authors write it.
#pragma once

#include <Eigen/Core>
#include <string>
#include <type_traits>

#include "pleuel/mechanics/system_from.hpp"

namespace pleuel::testing {

template <class X>
using ScalarOf = typename std::decay_t<X>::Scalar;

/// A rigid body on a ball joint in the origin: q = (r, p), p a quaternion, v = (ṙ, ω), ω in the
/// body's axes,
///
///     ṗ = ½ p ∘ (0, ω),   0 = r + A(p/|p|) c,   m r̈ = −m g e_z − λ,   J ω̇ + ω × Jω = −c × Aᵀλ
struct BallJointBody {
  static constexpr bool evaluates_in_lanes = true;
  double m = 2.0, gravity = 9.81;
  double J[3] = {0.3, 0.5, 0.7};   // kg m², about the centre of mass
  double c[3] = {0.1, -0.2, 0.4};  // from the centre of mass to the joint, in the body's axes

  SystemInfo info() const {
    SystemInfo info;
    info.name = "body on a ball joint";
    info.q = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"p0", "1"}, {"p1", "1"}, {"p2", "1"}, {"p3", "1"}};
    for (const char* axis : {"x", "y", "z"}) {
      info.v.push_back({std::string("v") + axis, "m/s"});
      info.a.push_back({std::string("a") + axis, "m/s²"});
    }
    for (const char* axis : {"x", "y", "z"}) {
      info.v.push_back({std::string("w") + axis, "rad/s"});
      info.a.push_back({std::string("alpha") + axis, "rad/s²"});
      info.add_constraint(std::string("ball joint, ") + axis, "N");
    }
    info.kinematic_blocks = {{.first_q = 3, .n_q = 4, .first_v = 3, .n_v = 3}};
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) {
      M.add(i, i, m);
      M.add(3 + i, 3 + i, J[i]);
    }
  }
  void kinematics(const auto& x, auto&& H) const {
    for (int i = 0; i < 3; ++i) H.add(i, i, 1.0);
    const auto p = [&](int i) { return ScalarOf<decltype(x)>(0.5 * x.q[3 + i]); };
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      H.add(3, 3 + k, -p(1 + k));
      H.add(4 + k, 3 + k, p(0));
      H.add(4 + i, 3 + k, p(1 + j));
      H.add(4 + j, 3 + k, -p(1 + i));
    }
  }
  void force(const auto&, const auto& v, auto&& f) const {
    f[2] = -m * gravity;
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      f[3 + k] = (J[i] - J[j]) * v[3 + i] * v[3 + j];
    }
  }
  /// A(p/|p|), from the quaternion product.
  template <class X>
  static auto rotation(const X& x) {
    using S = ScalarOf<X>;
    const S w = x.q[3], a = x.q[4], b = x.q[5], c = x.q[6];
    const S n = w * w + a * a + b * b + c * c;
    Eigen::Matrix<S, 3, 3> A;
    A << (w * w + a * a - b * b - c * c) / n, 2.0 * (a * b - w * c) / n, 2.0 * (a * c + w * b) / n,
        2.0 * (a * b + w * c) / n, (w * w - a * a + b * b - c * c) / n, 2.0 * (b * c - w * a) / n,
        2.0 * (a * c - w * b) / n, 2.0 * (b * c + w * a) / n, (w * w - a * a - b * b + c * c) / n;
    return A;
  }
  void constraint(const auto& x, auto&& g) const {
    const auto A = rotation(x);
    for (int i = 0; i < 3; ++i) g[i] = x.q[i] + A(i, 0) * c[0] + A(i, 1) * c[1] + A(i, 2) * c[2];
  }
  auto potential_energy(const auto& x) const { return ScalarOf<decltype(x)>(m * gravity * x.q[2]); }
  void restore_invariants(auto&& q) const {
    const auto n = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    for (int i = 3; i < 7; ++i) q[i] /= n;
  }
};

/// The same with G, its rate and its curvature: d/dt (A c) = A (ω × c).
struct GivenBallJointBody : BallJointBody {
  void constraint_jacobian(const auto& x, auto&& G) const {
    const auto A = rotation(x);
    for (int i = 0; i < 3; ++i) {
      G.add(i, i, 1.0);
      for (int k = 0; k < 3; ++k) {
        const int j = (k + 1) % 3, l = (k + 2) % 3;
        G.add(i, 3 + k, A(i, l) * c[j] - A(i, j) * c[l]);
      }
    }
  }
  template <class X, class V>
  static auto cross(const X& w, const V& u) {
    using S = std::decay_t<decltype(w[0] * u[0])>;
    return Eigen::Matrix<S, 3, 1>(w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2],
                                  w[0] * u[1] - w[1] * u[0]);
  }
  template <class V>
  static auto spin(const V& v) {
    using S = std::decay_t<decltype(v[0])>;
    return Eigen::Matrix<S, 3, 1>(v[3], v[4], v[5]);
  }
  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    const auto A = rotation(x);
    const auto u = cross(spin(v), c);
    for (int i = 0; i < 3; ++i) out[i] = v[i] + A(i, 0) * u[0] + A(i, 1) * u[1] + A(i, 2) * u[2];
  }
  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    const auto A = rotation(x);
    const auto w = spin(v);
    const auto u = cross(w, cross(w, c));
    for (int i = 0; i < 3; ++i) out[i] = A(i, 0) * u[0] + A(i, 1) * u[1] + A(i, 2) * u[2];
  }
};

/// H ≠ I and an internal state at once: an actuator with lag that feels spin and orientation, τ ṡ =
/// ω_z + p₁ − s.
struct BrakedBody : BallJointBody {
  SystemInfo info() const {
    SystemInfo info = BallJointBody::info();
    info.add_state("brake", "rad/s");
    return info;
  }
  void force(const auto& x, const auto& v, const auto& s, auto&& f) const {
    BallJointBody::force(x, v, f);
    f[5] -= 0.4 * s[0];
  }
  void internal(const auto& x, const auto& v, const auto& s, auto&& rate) const {
    rate[0] = (v[5] + x.q[4] - s[0]) / 0.15;
  }
};

}  // namespace pleuel::testing
