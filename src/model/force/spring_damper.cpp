#include "pleuel/model/force/spring_damper.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {
namespace {

/// One kind of spring: names and dimensions of its scalar.
struct SpringWords {
  std::string free;     // "free_length"
  std::string scalar;   // "length": the variable in formulas
  Dimension dimension;  // of the scalar
  Dimension force;
};

std::vector<ParameterSpec> parameters(const SpringWords& w) {
  return {
      {.name = "stiffness",
       .dimension = w.force / w.dimension,
       .help = "force per " + w.scalar,
       .default_text = "0",
       .minimum = 0},
      {.name = "damping",
       .dimension = w.force / w.dimension * dimension::time,
       .help = "force per rate of " + w.scalar,
       .default_text = "0",
       .minimum = 0},
      {.name = w.free, .dimension = w.dimension, .help = w.scalar + " without force", .default_text = "0"},
      {.name = "preload", .dimension = w.force, .help = "force at " + w.free, .default_text = "0"},
      {.name = "spring_curve",
       .kind = ValueKind::curve,
       .help = "pairs (" + w.scalar + " - " + w.free + ", force) in place of stiffness and preload",
       .is_optional = true},
      {.name = "damper_curve",
       .kind = ValueKind::curve,
       .help = "pairs (rate, force) in place of damping",
       .is_optional = true},
      {.name = "force",
       .kind = ValueKind::function,
       .dimension = w.force,
       .help = "formula in place of all others; positive: pulls a and b together",
       .is_optional = true,
       .variables = {w.scalar, "rate"}}};
}

Law law_of(const Element& e, const std::string& free) {
  if (e.is_given("force")) {
    FormulaLaw law;
    law.f = LawFunction(e.function("force"));
    return law;
  }
  if (e.is_given("spring_curve") || e.is_given("damper_curve")) {
    CurveLaw law;
    law.free = e.number(free);
    if (e.is_given("spring_curve"))
      law.spring = e.curve("spring_curve");
    else
      law.spring = {{0, 1}, {e.number("preload"), e.number("preload") + e.number("stiffness")}};
    if (e.is_given("damper_curve"))
      law.damper = e.curve("damper_curve");
    else
      law.damper = {{0, 1}, {0, e.number("damping")}};
    return law;
  }
  SpringDamperLaw law;
  law.stiffness = e.number("stiffness");
  law.damping = e.number("damping");
  law.free = e.number(free);
  law.preload = e.number("preload");
  return law;
}

std::vector<std::string> faults(const Element& e) {
  const bool has_curve = e.is_given("spring_curve") || e.is_given("damper_curve");
  if (e.is_given("force") && has_curve) return {"both a formula and a curve are given; give one of the two"};
  const bool is_nothing = !e.is_given("force") && !has_curve && e.number("stiffness") == 0 &&
                          e.number("damping") == 0 && e.number("preload") == 0;
  if (is_nothing)
    return {"it has neither stiffness nor damping, preload, curve or formula: it does nothing; give one"};
  return {};
}

}  // namespace

ElementType spring_damper_type() {
  ElementType type;
  type.name = "spring-damper";
  type.title = "spring and damper between the points a and b";
  type.equations =
      "force = stiffness (length - free_length) + damping rate + preload, pulling a and b together";
  type.parameters = parameters({"free_length", "length", dimension::length, dimension::force});
  type.faults = faults;
  type.add_planar = [](const Element& e, Assembly<2>& a) {
    const Ends<2> ends(e, a);
    a.add_force(ends.bodies, ends.distance(), law_of(e, "free_length"));
  };
  type.add_spatial = [](const Element& e, Assembly<3>& a) {
    const Ends<3> ends(e, a);
    a.add_force(ends.bodies, ends.distance(), law_of(e, "free_length"));
  };
  return type;
}

ElementType torsional_spring_type() {
  ElementType type;
  type.name = "torsional-spring";
  type.title = "spring and damper about the z axis of a";
  type.equations =
      "torque = stiffness (angle - free_angle) + damping rate + preload, against the angle from x_a to x_b";
  type.parameters = parameters({"free_angle", "angle", dimension::angle, dimension::torque});
  type.faults = faults;
  type.add_planar = [](const Element& e, Assembly<2>& a) {
    const Ends<2> ends(e, a);
    a.add_force(ends.bodies, ends.angle(), law_of(e, "free_angle"));
  };
  type.add_spatial = [](const Element& e, Assembly<3>& a) {
    const Ends<3> ends(e, a);
    a.add_force(ends.bodies, ends.angle(), law_of(e, "free_angle"));
  };
  return type;
}

}  // namespace pleuel
