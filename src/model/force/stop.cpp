#include "pleuel/model/force/stop.hpp"

#include "pleuel/model/force/along.hpp"

namespace pleuel {
namespace {

Dimension stiffness_dimension(const Element& e, const ModelDescription&) {
  if (!e.is_given("along") || !e.is_given("exponent")) return dimension::any;
  const double exponent = e.number("exponent");
  return e.choice("along") == "angle" ? dimension::torque / power(dimension::angle, exponent)
                                      : dimension::force / power(dimension::length, exponent);
}

}  // namespace

ElementType stop_type() {
  ElementType type;
  type.name = "stop";
  type.title = "elastic stop that a distance, angle or position runs into";
  type.equations =
      "beyond a limit by d > 0: stiffness d^exponent (1 + damping d'), never pulling; the output "
      "NAME.force or NAME.torque is positive where it increases the distance, angle or position";
  type.parameters = {along_parameter(),
                     {.name = "lower",
                      .dimension = dimension::any,
                      .help = "lower limit, m or rad",
                      .is_optional = true,
                      .dimension_in = measures_along(dimension::length, dimension::angle)},
                     {.name = "upper",
                      .dimension = dimension::any,
                      .help = "upper limit, m or rad",
                      .is_optional = true,
                      .dimension_in = measures_along(dimension::length, dimension::angle)},
                     {.name = "exponent",
                      .help = "1: linear, 1.5: contact of round bodies",
                      .default_text = "1.5",
                      .minimum = 1},
                     {.name = "stiffness",
                      .dimension = dimension::any,
                      .help = "N/m^exponent, or N m/rad^exponent",
                      .minimum = 0,
                      .is_above_minimum = true,
                      .dimension_in = stiffness_dimension},
                     {.name = "damping",
                      .dimension = dimension::any,
                      .help = "s/m, or s/rad",
                      .default_text = "0",
                      .minimum = 0,
                      .dimension_in = measures_along(dimension::none / dimension::velocity,
                                                     dimension::none / dimension::rate)}};
  type.faults = [](const Element& e) -> std::vector<std::string> {
    const bool has_lower = e.is_given("lower"), has_upper = e.is_given("upper");
    if (!has_lower && !has_upper) return {"neither lower nor upper is given; give at least one limit"};
    if (has_lower && has_upper && e.number("lower") >= e.number("upper"))
      return {"the lower limit does not lie below the upper one; exchange them"};
    return {};
  };
  act_along(type, [](const Element& e) {
    StopLaw law;
    if (e.is_given("lower")) law.lower = e.number("lower");
    if (e.is_given("upper")) law.upper = e.number("upper");
    law.stiffness = e.number("stiffness");
    law.exponent = e.number("exponent");
    law.damping = e.number("damping");
    return law;
  });
  return type;
}

}  // namespace pleuel
