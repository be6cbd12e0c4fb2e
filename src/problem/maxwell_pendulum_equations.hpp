// A pendulum braked by a spring and a dashpot in series.
#pragma once

#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A point mass on a rod of length L about the origin, and a Maxwell element (spring k and dashpot
/// d in series) between it and the anchor (b, 0). r is the distance from the anchor to the mass, s
/// [m] the elongation of the dashpot beyond the element's free length r₀:
///
///     F = k (r − r₀ − s)                   tension, the same in spring and dashpot
///     m ẍ = −F (x − b)/r − 2 x λ
///     m ÿ = −m g − F y/r − 2 y λ
///     ṡ = F/d
///     0 = x² + y² − L²
///
/// E = ½ m (ẋ² + ẏ²) + m g y + F²/(2k) decreases by the dissipation of the dashpot, Ė = −d
/// ṡ² = −F²/d ≤ 0. The relaxation time is d/k. b > L keeps r away from zero.
struct MaxwellPendulumEquations {
  double m = 1;         ///< kg
  double L = 1;         ///< m
  double anchor = 1.5;  ///< b, m
  double rest = 1.5;    ///< r₀, m
  double k = 20;        ///< N/m
  double d = 10;        ///< N s/m
  double g = 9.81;      ///< m/s²

  SystemInfo info() const {
    SystemInfo info;
    info.name = "maxwell-pendulum";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_constraint("rod length", "N/m");
    info.add_state("s", "m");
    info.has_statics = true;
    return info;
  }

  void mass(const auto&, auto&& M) const {
    M.add(0, 0, m);
    M.add(1, 1, m);
  }

  auto distance(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S dx = x.q[0] - anchor;
    return S(sqrt(dx * dx + x.q[1] * x.q[1]));
  }
  auto tension(const auto& x, const auto& s) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(k * (distance(x) - rest - s[0]));
  }

  void force(const auto& x, const auto&, const auto& s, auto&& f) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S pull = tension(x, s) / distance(x);
    f[0] = -pull * (x.q[0] - anchor);
    f[1] = -m * g - pull * x.q[1];
  }

  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const { rate[0] = tension(x, s) / d; }

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

  auto potential_energy(const auto& x, const auto& s) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S F = tension(x, s);
    return S(m * g * x.q[1] + F * F / (2.0 * k));
  }

  auto dissipated_power(const auto& x, const auto&, const auto& s) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S F = tension(x, s);
    return S(F * F / d);
  }
};

}  // namespace pleuel
