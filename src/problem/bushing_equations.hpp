// A body on a stiff nonlinear bushing; its centre moves on a circle.
#pragma once

#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// [YPR98, (4.4)] corrected. Unknowns x, y [m], θ [rad], all inertias 1:
///
///     ẍ = f_x/ε² − 2xλ                                      f_x = ½ − x + ½ cos θ
///     ÿ = f_y/ε² + 1 − 2yλ                                  f_y = −y + ½ sin θ
///     θ̈ = −θ/(10ε²) − ½ (cos θ f_y − sin θ f_x)/ε²
///     0 = x² + y² − 1
///
/// E = ½ (ẋ² + ẏ² + θ̇²) + (f_x² + f_y² + θ²/10)/(2ε²) − y is constant: the loads are the negative
/// gradient of its potential part.
///
/// Differs from [YPR98, (4.4a), (4.4b)]: 2xλ and 2yλ are added, because the constraint needs its
/// multiplier. Differs from [YPR98, (4.4c)]: the printed −½ (cos θ (f_y/ε² + 1) − sin θ f_x/ε²) has
/// the wrong sign and a load 1 that acts at the centre. With it, energy is not constant, and x
/// leaves [0.8, 1].
struct BushingEquations {
  double epsilon = 1e-5;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "bushing";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_coordinate("theta", "rad");
    info.add_constraint("centre on the unit circle", "N/m");
    return info;
  }

  double stiffness() const { return 1.0 / (epsilon * epsilon); }

  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, 1.0);
  }

  void force(const auto& x, const auto&, auto&& f) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S c = cos(x.q[2]), s = sin(x.q[2]);
    const S f_x = 0.5 - x.q[0] + 0.5 * c, f_y = -x.q[1] + 0.5 * s;
    f[0] = stiffness() * f_x;
    f[1] = stiffness() * f_y + 1.0;
    f[2] = -stiffness() * (0.1 * x.q[2] + 0.5 * (c * f_y - s * f_x));
  }

  void constraint(const auto& x, auto&& out) const { out[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - 1.0; }

  void constraint_jacobian(const auto& x, auto&& G) const {
    G.add(0, 0, 2.0 * x.q[0]);
    G.add(0, 1, 2.0 * x.q[1]);
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    out[0] = 2.0 * (x.q[0] * v[0] + x.q[1] * v[1]);
  }

  void constraint_curvature(const auto&, const auto& v, auto&& out) const {
    out[0] = 2.0 * (v[0] * v[0] + v[1] * v[1]);
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S f_x = 0.5 - x.q[0] + 0.5 * cos(x.q[2]), f_y = -x.q[1] + 0.5 * sin(x.q[2]);
    return S(0.5 * stiffness() * (f_x * f_x + f_y * f_y + 0.1 * x.q[2] * x.q[2]) - x.q[1]);
  }
};

}  // namespace pleuel
