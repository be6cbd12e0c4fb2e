#include "pleuel/model/force/spring_damper.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

/// One kind of spring: names and dimensions of its scalar.
struct SpringWords {
  std::string free;     // "free_length"
  std::string scalar;   // "length": the variable in formulas
  Dimension dimension;  // of the scalar
  Dimension force;
};

/// True if the force depends on the free length.
bool uses_free(const Element& e) {
  if (e.is_given("force")) return false;
  return e.is_given("spring_curve") || (e.is_given("stiffness") && e.number("stiffness") != 0);
}

std::vector<ParameterSpec> parameters(const SpringWords& w, ParameterSpec free) {
  return {{.name = "stiffness",
           .dimension = w.force / w.dimension,
           .help = "force per " + w.scalar,
           .default_text = "0",
           .minimum = 0},
          {.name = "damping",
           .dimension = w.force / w.dimension * dimension::time,
           .help = "force per rate of " + w.scalar,
           .default_text = "0",
           .minimum = 0},
          std::move(free),
          {.name = "preload", .dimension = w.force, .help = "force at " + w.free, .default_text = "0"},
          {.name = "spring_curve",
           .kind = ValueKind::curve,
           .dimension = w.force,
           .help = "pairs (" + w.scalar + " - " + w.free + ", force) in place of stiffness and preload",
           .is_optional = true,
           .x_dimension = w.dimension,
           .replaces = {"stiffness", "preload"}},
          {.name = "damper_curve",
           .kind = ValueKind::curve,
           .dimension = w.force,
           .help = "pairs (rate, force) in place of damping",
           .is_optional = true,
           .x_dimension = w.dimension / dimension::time,
           .replaces = {"damping"}},
          {.name = "force",
           .kind = ValueKind::function,
           .dimension = w.force,
           .help = "formula in place of all others; positive: pulls a and b together",
           .is_optional = true,
           .variables = {{w.scalar, w.dimension}, {"rate", w.dimension / dimension::time}},
           .replaces = {"stiffness", "damping", w.free, "preload", "spring_curve", "damper_curve"}}};
}

ForceLaw law_of(const Element& e, double free) {
  if (e.is_given("force")) {
    FormulaLaw law;
    law.f = LawFunction(e.function("force"));
    return law;
  }
  if (e.is_given("spring_curve") || e.is_given("damper_curve")) {
    CurveLaw law;
    law.free = free;
    if (e.is_given("spring_curve")) {
      law.spring = e.curve("spring_curve");
    } else {
      law.spring.x = {0, 1};
      law.spring.y = {e.number("preload"), e.number("preload") + e.number("stiffness")};
    }
    if (e.is_given("damper_curve")) {
      law.damper = e.curve("damper_curve");
    } else {
      law.damper.x = {0, 1};
      law.damper.y = {0, e.number("damping")};
    }
    return law;
  }
  SpringDamperLaw law;
  law.stiffness = e.number("stiffness");
  law.damping = e.number("damping");
  law.free = free;
  law.preload = e.number("preload");
  return law;
}

template <int D>
double free_length(const Element& e, const MarkerPair<D>& markers, Assembly<D>& assembly) {
  if (e.is_given("free_length")) return e.number("free_length");
  if (!uses_free(e)) return 0;
  try {
    const double length = assembly.at_start(markers.bodies, markers.distance());
    assembly.add_note("'" + e.name + "' has no free_length: it is the length at the start, " +
                      shortest_text(length) + " m");
    return length;
  } catch (const LeftDomain&) {
    throw InvalidInput(e.place + ": '" + e.name +
                       "' has no free_length, which is then its length at the start, but its points coincide "
                       "there; give free_length");
  }
}

template <int D>
void add_spring(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  assembly.add_force(markers.bodies, markers.distance(), law_of(e, free_length(e, markers, assembly)));
}

template <int D>
void add_torsional_spring(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  assembly.add_force(markers.bodies, markers.angle(), law_of(e, e.number("free_angle")));
}

std::vector<std::string> faults(const Element& e) {
  const bool has_curve = e.is_given("spring_curve") || e.is_given("damper_curve");
  const bool is_nothing = !e.is_given("force") && !has_curve && e.number("stiffness") == 0 &&
                          e.number("damping") == 0 && e.number("preload") == 0;
  if (is_nothing)
    return {"it has neither stiffness nor damping, preload, curve or formula: it does nothing; give one"};
  return {};
}

}  // namespace

LeftDomain CurveLaw::left(const Curve& c, double x) {
  return LeftDomain("its " + c.name + " is asked for " + shortest_text(x) + " " + c.x_unit +
                        ", but its points go from " + shortest_text(c.x.front()) + " to " +
                        shortest_text(c.x.back()) + " " + c.x_unit +
                        "; add points, or say what it is beyond them: \"beyond\": \"hold\" or \"continue\"",
                    c.name);
}

ElementType spring_damper_type() {
  ElementType type;
  type.name = "spring-damper";
  type.title = "spring and damper between the points a and b";
  type.equations =
      "force = stiffness (length - free_length) + damping rate + preload, pulling a and b together; the "
      "output NAME.force has the opposite sign: positive where it pushes them apart";
  type.parameters = parameters({"free_length", "length", dimension::length, dimension::force},
                               {.name = "free_length",
                                .dimension = dimension::length,
                                .help = "length without force; if left out, the length at the start",
                                .is_optional = true,
                                .version_1_default = "0",
                                .is_used = uses_free});
  type.faults = faults;
  type.scalar = dimension::length;
  type.add_planar = add_spring<2>;
  type.add_spatial = add_spring<3>;
  return type;
}

ElementType torsional_spring_type() {
  ElementType type;
  type.name = "torsional-spring";
  type.title = "spring and damper about the z axis of a";
  type.equations =
      "torque = stiffness (angle - free_angle) + damping rate + preload, against the angle from x_a to x_b; "
      "the "
      "output NAME.torque has the opposite sign: positive where it increases the angle";
  type.parameters =
      parameters({"free_angle", "angle", dimension::angle, dimension::torque}, {.name = "free_angle",
                                                                                .dimension = dimension::angle,
                                                                                .help = "angle without force",
                                                                                .default_text = "0"});
  type.faults = faults;
  type.scalar = dimension::angle;
  type.add_planar = add_torsional_spring<2>;
  type.add_spatial = add_torsional_spring<3>;
  return type;
}

}  // namespace pleuel
