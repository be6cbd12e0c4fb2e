// The simple pendulum in absolute coordinates.
#pragma once

#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A point mass on a circle under gravity [Ste15, (1)], with the signs of that paper:
///
///     ẋ = v                      unknowns x, y [m], v, w [m/s], λ [kg/s²]
///     ẏ = w
///     m v̇ = −2 x λ
///     m ẇ = −2 y λ − m g
///     0 = x² + y² − L²                            position
///     0 = 2 x v + 2 y w                           velocity (3a)
///     0 = 2 v² + 2 w² − 2 y g − 4/m (x² + y²) λ   acceleration (3b) with v̇, ẇ inserted
///
/// E = ½ m (v² + w²) + m g y is constant.
struct PendulumEquations {
  static constexpr bool evaluates_in_lanes = true;

  double m = 1;  ///< kg
  double L = 1;  ///< m
  double g = 0;  ///< m/s²
  const char* name = "pendulum";

  SystemInfo info() const {
    SystemInfo info;
    info.name = name;
    info.q = {{"x", "m"}, {"y", "m"}};
    info.v = {{"v", "m/s"}, {"w", "m/s"}};
    info.a = {{"ax", "m/s^2"}, {"ay", "m/s^2"}};
    info.lambda = {{"lambda", "kg/s^2"}};
    info.constraints = {"rod length"};
    info.has_statics = true;
    return info;
  }

  void mass(const auto&, auto&& M) const {
    M.add(0, 0, m);
    M.add(1, 1, m);
  }

  void force(const auto&, const auto&, auto&& f) const { f[1] = -m * g; }

  void constraint(const auto& x, auto&& out) const { out[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - L * L; }

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
    return S(m * g * x.q[1]);
  }
};

}  // namespace pleuel
