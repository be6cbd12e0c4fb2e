// All laws of scalar forces.
#pragma once

#include <variant>

#include "pleuel/model/force/actuator.hpp"
#include "pleuel/model/force/friction.hpp"
#include "pleuel/model/force/spring_damper.hpp"
#include "pleuel/model/force/stop.hpp"

namespace pleuel {

using ForceLaw = std::variant<SpringDamperLaw, CurveLaw, FormulaLaw, FrictionLaw, StopLaw, LagLaw, ControlLaw,
                              LaggedControlLaw>;

}  // namespace pleuel
