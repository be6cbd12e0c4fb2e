// Actuators with a lag, and position control.
#pragma once

#include "pleuel/model/element_type.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {

/// The actuator force is its state s, which follows the command u(t, measures) with a first-order
/// lag: ṡ = (u − s)/T, F = −s.
struct LagLaw : LawDefaults {
  static constexpr bool has_state = true;
  static constexpr bool reads_value = false;
  LawFunction command;
  double lag = 1;  ///< T, s

  const std::vector<int>& measures() const { return command.measures(); }
  int n_corners() const { return command.n_corners(); }
  void corners(const LawPoint& at, double* out) const { command.corners(at, out); }
  static LawResult force(const LawPoint& at) { return {.value = -at.state, .by_state = -1}; }
  static double supplied(const LawPoint& at) { return at.state * at.rate; }
  double state_rate_value(const LawPoint& at) const { return (command.value(at) - at.state) / lag; }
  LawResult state_rate(const LawPoint& at) const {
    LawResult r = command.derivatives(at);
    r.value = (r.value - at.state) / lag;
    r.by_state = -1 / lag;
    for (double& d : r.by_measured) d /= lag;
    return r;
  }
};

/// PD control of the scalar to r(t) without lag: u = k_p (r − m) + k_d (ṙ − ṁ), F = −u.
struct ControlLaw : LawDefaults {
  Expression target;  ///< r(t)
  double proportional = 0, derivative = 0;

  LawResult force(const LawPoint& at) const {
    const Taylor<double> t(at.t, 1, 0), r = target.along({&t, 1});
    return {.value = -proportional * (r.x - at.value) - derivative * (r.d - at.rate),
            .by_value = proportional,
            .by_rate = derivative};
  }
  double supplied(const LawPoint& at) const { return -force(at).value * at.rate; }
};

/// The same with a lag: ṡ = (u − s)/T, F = −s.
struct LaggedControlLaw : LawDefaults {
  static constexpr bool has_state = true;
  ControlLaw control;
  double lag = 1;  ///< T, s

  static LawResult force(const LawPoint& at) { return {.value = -at.state, .by_state = -1}; }
  static double supplied(const LawPoint& at) { return at.state * at.rate; }
  LawResult state_rate(const LawPoint& at) const {
    const LawResult u = control.force(at);  // −u
    return {.value = (-u.value - at.state) / lag,
            .by_value = -u.by_value / lag,
            .by_rate = -u.by_rate / lag,
            .by_state = -1 / lag};
  }
};

/// "actuator": acts along a distance, about an axis or along one, with a lag behind its command.
ElementType actuator_type();
/// "control": PD control of a distance, an angle or a displacement, with or without lag.
ElementType control_type();

}  // namespace pleuel
