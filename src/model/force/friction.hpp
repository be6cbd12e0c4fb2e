// Regularised dry friction in a joint.
#pragma once

#include <cmath>

#include "pleuel/model/element_type.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {

/// F = F_c tanh(ṁ/v₀) + c ṁ along the free coordinate of a joint: an angle or a displacement. Below
/// v₀ the joint creeps where dry friction would stick. F_c does not depend on the joint reaction,
/// which is not a function of the state.
struct FrictionLaw : LawDefaults {
  static constexpr bool reads_value = false;
  double level = 0;    ///< F_c
  double smooth = 1;   ///< v₀
  double viscous = 0;  ///< c

  LawResult force(const LawPoint& at) const {
    const double y = std::tanh(at.rate / smooth);
    return {.value = level * y + viscous * at.rate, .by_rate = level * (1 - y * y) / smooth + viscous};
  }
  double dissipated(const LawPoint& at) const { return force(at).value * at.rate; }
};

/// "friction".
ElementType friction_type();

}  // namespace pleuel
