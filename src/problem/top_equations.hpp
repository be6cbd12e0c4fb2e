// The heavy symmetric top on a spherical joint, with a unit quaternion as orientation.
#pragma once

#include <Eigen/Core>
#include <string>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A configuration of the top with its body axes, the columns of A(p/|p|).
template <class S>
struct TopAt : Configuration<S> {
  Eigen::Matrix<S, 3, 1> across_x, figure, across_z;
};

/// A symmetric body whose figure axis is its y axis, held at the origin by a spherical joint, under
/// gravity along −z [GC01; BC10, 5.1]. q = (r, p): centre of mass r and quaternion p = (p0, p1, p2,
/// p3). v = (ṙ, ω): ṙ in inertial axes, ω in body axes. A = A(p/|p|) transforms body axes to
/// inertial axes; c = (0, l, 0):
///
///     ṗ = ½ p ∘ (0, ω)
///     m r̈ = −m g e_z − λ
///     J ω̇ = −ω × J ω + c × Aᵀλ,       J = diag(J_t, J_a, J_t) about the centre of mass
///     0 = r − A c                      position
///     0 = ṙ − A (ω × c)                velocity
///     0 = r̈ − A (ω̇ × c) − A (ω × (ω × c))   acceleration
///
/// −λ [N] is the force of the joint on the body. |p|² is an invariant of ṗ = H ω, not a constraint.
/// A uses p/|p|, so that an error of the norm is not an error of the orientation;
/// restore_invariants() resets the norm.
///
/// Constant: E = ½ m |ṙ|² + ½ ωᵀJω + m g z; the momentum about the vertical e_z·(r × m ṙ + A J ω);
/// and, as the body is symmetric, the momentum J_a ω_y about the figure axis.
struct TopEquations {
  double m = 15;                 ///< kg
  double l = 1;                  ///< m, from the joint to the centre of mass
  double transverse = 0.234375;  ///< J_t, kg m²
  double axial = 0.46875;        ///< J_a, kg m²
  double g = 9.81;               ///< m/s²

  SystemInfo info() const {
    SystemInfo info;
    info.name = "top";
    info.q = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"p0", "1"}, {"p1", "1"}, {"p2", "1"}, {"p3", "1"}};
    for (const std::string axis : {"x", "y", "z"}) {
      info.v.push_back({"v" + axis, "m/s"});
      info.a.push_back({"a" + axis, "m/s²"});
    }
    for (const std::string axis : {"x", "y", "z"}) {
      info.v.push_back({"omega_" + axis, "rad/s"});
      info.a.push_back({"alpha_" + axis, "rad/s²"});
      info.add_constraint("ball joint, " + axis, "N");
    }
    info.kinematic_blocks = {{.first_q = 3, .n_q = 4, .first_v = 3, .n_v = 3}};
    return info;
  }

  template <class S>
  TopAt<S> at(const S& t, const ConstView<S>& q) const {
    const S p0 = q[3], p1 = q[4], p2 = q[5], p3 = q[6];
    const S s = 1.0 / (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3);
    TopAt<S> x{{t, q}, {}, {}, {}};
    x.across_x << s * (p0 * p0 + p1 * p1 - p2 * p2 - p3 * p3), 2.0 * s * (p1 * p2 + p0 * p3),
        2.0 * s * (p1 * p3 - p0 * p2);
    x.figure << 2.0 * s * (p1 * p2 - p0 * p3), s * (p0 * p0 - p1 * p1 + p2 * p2 - p3 * p3),
        2.0 * s * (p2 * p3 + p0 * p1);
    x.across_z << 2.0 * s * (p1 * p3 + p0 * p2), 2.0 * s * (p2 * p3 - p0 * p1),
        s * (p0 * p0 - p1 * p1 - p2 * p2 + p3 * p3);
    return x;
  }

  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, m);
    M.add(3, 3, transverse);
    M.add(4, 4, axial);
    M.add(5, 5, transverse);
  }

  void kinematics(const auto& x, auto&& H) const {
    for (int i = 0; i < 3; ++i) H.add(i, i, 1.0);
    const auto half = [&](int i) { return typename std::decay_t<decltype(x)>::Scalar(0.5 * x.q[3 + i]); };
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      H.add(3, 3 + k, -half(1 + k));
      H.add(4 + k, 3 + k, half(0));
      H.add(4 + i, 3 + k, half(1 + j));
      H.add(4 + j, 3 + k, -half(1 + i));
    }
  }

  void force(const auto&, const auto& v, auto&& f) const {
    f[2] = -m * g;
    f[3] = (axial - transverse) * v[4] * v[5];
    f[5] = (transverse - axial) * v[3] * v[4];
  }

  void constraint(const auto& x, auto&& out) const {
    for (int i = 0; i < 3; ++i) out[i] = x.q[i] - l * x.figure[i];
  }

  void constraint_jacobian(const auto& x, auto&& G) const {
    for (int i = 0; i < 3; ++i) {
      G.add(i, i, 1.0);
      G.add(i, 3, -l * x.across_z[i]);
      G.add(i, 5, l * x.across_x[i]);
    }
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    for (int i = 0; i < 3; ++i) out[i] = v[i] + l * (v[5] * x.across_x[i] - v[3] * x.across_z[i]);
  }

  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    for (int i = 0; i < 3; ++i)
      out[i] = l * ((v[3] * v[3] + v[5] * v[5]) * x.figure[i] -
                    v[4] * (v[3] * x.across_x[i] + v[5] * x.across_z[i]));
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(m * g * x.q[2]);
  }

  void restore_invariants(auto&& q) const {
    const auto norm = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    for (int i = 3; i < 7; ++i) q[i] /= norm;
  }
};

}  // namespace pleuel
