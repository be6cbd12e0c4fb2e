// A stop (one-sided contact) for a coordinate.
#pragma once

#include <cmath>

#include "pleuel/model/element_type.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {

/// At a penetration δ > 0 beyond a limit, the stop force is k δᵉ (1 + c δ̇), e ≥ 1 [HC75]; it never
/// pulls. The potential is k δᵉ⁺¹/(e + 1); the part with c is dissipated.
struct StopLaw : LawDefaults {
  double lower = -1e308, upper = 1e308;
  double stiffness = 0;
  double exponent = 1.5;
  double damping = 0;  ///< c, s/m

  LawResult force(const LawPoint& at) const {
    const double sign = at.value > upper ? 1 : at.value < lower ? -1 : 0;
    if (sign == 0) return {};
    const double depth = sign > 0 ? at.value - upper : lower - at.value, speed = sign * at.rate;
    const double factor = 1 + damping * speed;
    if (factor <= 0) return {};
    const double push = stiffness * std::pow(depth, exponent);
    return {.value = sign * push * factor,
            .by_value = exponent * push / depth * factor,
            .by_rate = push * damping};
  }
  static int n_corners() { return 2; }
  void corners(const LawPoint& at, double* out) const {
    out[0] = at.value - lower;
    out[1] = at.value - upper;
  }
  double potential(double value) const {
    const double depth = value > upper ? value - upper : value < lower ? lower - value : 0;
    return stiffness * std::pow(depth, exponent + 1) / (exponent + 1);
  }
  double dissipated(const LawPoint& at) const {
    LawPoint slow = at;
    slow.rate = 0;
    return (force(at).value - force(slow).value) * at.rate;
  }
};

/// "stop": on a distance, an angle, or a displacement.
ElementType stop_type();

}  // namespace pleuel
