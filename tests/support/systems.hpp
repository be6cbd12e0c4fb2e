// Systems as authors write them, one of every kind.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/spatial_systems.hpp"

namespace pleuel::testing {

/// Only g is given: G, its rate, its curvature and all Newton derivatives come from dual numbers.
struct BarePendulum {
  static constexpr bool evaluates_in_lanes = true;
  double m = 1.3, L = 0.8, gravity = 9.81;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "bare pendulum";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_constraint("rod", "N/m");
    info.has_statics = true;
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, m);
    M.add(1, 1, m);
  }
  void force(const auto&, const auto&, auto&& f) const { f[1] = -m * gravity; }
  void constraint(const auto& x, auto&& g) const { g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - L * L; }
  auto potential_energy(const auto& x) const { return ScalarOf<decltype(x)>(m * gravity * x.q[1]); }
};

/// The same with all levels of the constraint given.
struct GivenPendulum : BarePendulum {
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
};

/// g depends on time: the pivot is driven along (A sin ωt, ½ A cos 2ωt).
struct DrivenPendulum : BarePendulum {
  double A = 0.2, omega = 3.0;

  void constraint(const auto& x, auto&& g) const {
    const auto dx = x.q[0] - A * sin(omega * x.t);
    const auto dy = x.q[1] - 0.5 * A * cos(2.0 * omega * x.t);
    g[0] = dx * dx + dy * dy - L * L;
  }
};

/// Internal states: two Maxwell elements one behind the other pull on x (nodes s₀, s₁ in one
/// block), and an actuator with lag τ brakes vertical motion (s₂, a block of its own):
///
///     d₀ ṡ₀ = k₀ (x − s₀) − k₁ (s₀ − s₁),   d₁ ṡ₁ = k₁ (s₀ − s₁),   τ ṡ₂ = vy − s₂
struct MaxwellPendulum : BarePendulum {
  double k0 = 20, k1 = 15, d0 = 6, d1 = 9, tau = 0.1, brake = 0.7;

  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.name = "pendulum with Maxwell elements";
    info.s = {{"s0", "m"}, {"s1", "m"}, {"s2", "m/s"}};
    info.state_blocks = {{0, 2}, {2, 1}};
    return info;
  }
  void force(const auto& x, const auto&, const auto& s, auto&& f) const {
    f[0] = -k0 * (x.q[0] - s[0]);
    f[1] = -m * gravity - brake * s[2];
  }
  void internal(const auto& x, const auto& v, const auto& s, auto&& rate) const {
    rate[0] = (k0 * (x.q[0] - s[0]) - k1 * (s[0] - s[1])) / d0;
    rate[1] = k1 * (s[0] - s[1]) / d1;
    rate[2] = (v[1] - s[2]) / tau;
  }
  double potential_energy(const auto& x, const auto& s) const {
    const double u0 = x.q[0] - s[0], u1 = s[0] - s[1];
    return m * gravity * x.q[1] + 0.5 * (k0 * u0 * u0 + k1 * u1 * u1);
  }
  double supplied_power(const auto&, const auto& v, const auto& s) const { return -brake * s[2] * v[1]; }
  double dissipated_power(const auto& x, const auto& v, const auto& s) const {
    double rate[3];
    internal(x, v, s, rate);
    return d0 * rate[0] * rate[0] + d1 * rate[1] * rate[1];
  }
};

/// M is singular: z has no mass, a spring, and is bound to the pendulum by z = x + 0.3 x y.
struct MasslessSlider : BarePendulum {
  double stiffness = 12;

  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.name = "pendulum with a massless slider";
    info.add_coordinate("z", "m");
    info.add_constraint("slider", "N");
    return info;
  }
  void force(const auto& x, const auto&, auto&& f) const {
    f[1] = -m * gravity;
    f[2] = -stiffness * x.q[2];
  }
  void constraint(const auto& x, auto&& g) const {
    g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - L * L;
    g[1] = x.q[2] - x.q[0] - 0.3 * x.q[0] * x.q[1];
  }
  auto potential_energy(const auto& x) const {
    return ScalarOf<decltype(x)>(m * gravity * x.q[1] + 0.5 * stiffness * x.q[2] * x.q[2]);
  }
};

/// No constraint: two masses, springs of which one hardens, a damper, and M that depends on q.
struct Oscillator {
  static constexpr bool evaluates_in_lanes = true;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "oscillator";
    info.add_coordinate("u", "m");
    info.add_coordinate("w", "m");
    return info;
  }
  void mass(const auto& x, auto&& M) const {
    M.add(0, 0, 1.5 + 0.2 * x.q[1] * x.q[1]);
    M.add(1, 1, 0.8);
    M.add(0, 1, 0.1 * x.q[0]);
    M.add(1, 0, 0.1 * x.q[0]);
  }
  void force(const auto& x, const auto& v, auto&& f) const {
    const auto stretch = x.q[1] - x.q[0];
    const auto pull = 8.0 * stretch + 2.0 * stretch * stretch * stretch;
    f[0] = pull - 5.0 * x.q[0];
    f[1] = -pull - 0.1 * v[1];
  }
};

/// N links in maximal coordinates: three coordinates a link, two constraints a joint; hung up in
/// the origin.
struct Chain {
  int n = 10;
  double m = 0.5, L = 0.3, gravity = 9.81;

  SystemInfo info() const;
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < n; ++i) {
      M.add(3 * i, 3 * i, m);
      M.add(3 * i + 1, 3 * i + 1, m);
      M.add(3 * i + 2, 3 * i + 2, m * L * L / 12);
    }
  }
  void force(const auto&, const auto&, auto&& f) const {
    for (int i = 0; i < n; ++i) f[3 * i + 1] = -m * gravity;
  }
  void constraint(const auto& x, auto&& g) const {
    using S = ScalarOf<decltype(x)>;
    S end_x(0.0), end_y(0.0);
    for (int i = 0; i < n; ++i) {
      const S half_x = 0.5 * L * cos(x.q[3 * i + 2]), half_y = 0.5 * L * sin(x.q[3 * i + 2]);
      g[2 * i] = x.q[3 * i] - half_x - end_x;
      g[2 * i + 1] = x.q[3 * i + 1] - half_y - end_y;
      end_x = x.q[3 * i] + half_x;
      end_y = x.q[3 * i + 1] + half_y;
    }
  }
  auto potential_energy(const auto& x) const {
    ScalarOf<decltype(x)> height(0.0);
    for (int i = 0; i < n; ++i) height += x.q[3 * i + 1];
    return ScalarOf<decltype(x)>(m * gravity * height);
  }
};

/// Internal states in every joint, many enough for the sparse path: τ ṡᵢ = φᵢ − φᵢ₋₁ − sᵢ, a
/// Maxwell element's lag.
struct LossyChain : Chain {
  double stiffness = 3, tau = 0.2;

  SystemInfo info() const {
    SystemInfo info = Chain::info();
    for (int i = 1; i <= n; ++i) info.add_state("s" + std::to_string(i), "rad");
    return info;
  }
  void force(const auto& x, const auto& v, const auto& s, auto&& f) const {
    Chain::force(x, v, f);
    for (int i = 0; i < n; ++i) {
      const auto torque = stiffness * (bend(x, i) - s[i]);
      f[3 * i + 2] -= torque;
      if (i > 0) f[3 * i - 1] += torque;
    }
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    for (int i = 0; i < n; ++i) rate[i] = (bend(x, i) - s[i]) / tau;
  }
  template <class X>
  static ScalarOf<X> bend(const X& x, int i) {
    return i > 0 ? ScalarOf<X>(x.q[3 * i + 2] - x.q[3 * i - 1]) : ScalarOf<X>(x.q[2]);
  }
};

/// A system, a consistent start, and about how long it takes for one swing.
struct Kind {
  std::string name;
  std::shared_ptr<const MechanicalSystem> system;
  Vector q, v, s;
  double period;
};

inline constexpr int n_kinds = 12;
std::vector<Kind> all_kinds();
Kind kind(const std::string& name);
Kind chain(int n, double period);

}  // namespace pleuel::testing
