#include "pleuel/model/force/actuator.hpp"

#include "pleuel/model/force/along.hpp"

namespace pleuel {

ElementType actuator_type() {
  ElementType type;
  type.name = "actuator";
  type.title = "drive whose force follows its command with a lag; has an internal state";
  type.equations =
      "s' = (command - s)/lag; s, the output NAME.force or NAME.torque, pushes the distance, angle or "
      "position up";
  type.parameters = {along_parameter(),
                     {.name = "command",
                      .kind = ValueKind::function,
                      .dimension = dimension::any,
                      .help = "force, N, or torque, N m, asked for",
                      .dimension_in = measures_along(dimension::force, dimension::torque)},
                     {.name = "lag",
                      .dimension = dimension::time,
                      .help = "time in which 63 % of a change are reached",
                      .minimum = 0,
                      .is_above_minimum = true}};
  act_along(type, [](const Element& e) {
    LagLaw law;
    law.command = LawFunction(e.function("command"));
    law.lag = e.number("lag");
    return law;
  });
  return type;
}

ElementType control_type() {
  ElementType type;
  type.name = "control";
  type.title = "PD control of a distance, angle or position";
  type.equations =
      "u = kp (target - value) + kd (target' - rate) pushes it up, at once or through s' = (u - s)/lag; the "
      "output NAME.force or NAME.torque is what pushes it up";
  type.parameters = {
      along_parameter(),
      {.name = "target",
       .kind = ValueKind::function,
       .dimension = dimension::any,
       .help = "m or rad, a function of time",
       .dimension_in = measures_along(dimension::length, dimension::angle),
       .instead_of_measures = "take an 'actuator' with a command instead"},
      {.name = "kp",
       .dimension = dimension::any,
       .help = "N/m or N m/rad",
       .minimum = 0,
       .dimension_in = measures_along(dimension::stiffness, dimension::torsional_stiffness)},
      {.name = "kd",
       .dimension = dimension::any,
       .help = "N s/m or N m s/rad",
       .default_text = "0",
       .minimum = 0,
       .dimension_in = measures_along(dimension::damping, dimension::torsional_damping)},
      {.name = "lag", .dimension = dimension::time, .help = "0: none", .default_text = "0", .minimum = 0}};
  act_along(type, [](const Element& e) -> ForceLaw {
    ControlLaw law;
    law.target = e.function("target").expression;
    law.proportional = e.number("kp");
    law.derivative = e.number("kd");
    if (e.number("lag") == 0) return law;
    LaggedControlLaw lagged;
    lagged.control = law;
    lagged.lag = e.number("lag");
    return lagged;
  });
  return type;
}

}  // namespace pleuel
