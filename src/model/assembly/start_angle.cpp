#include "pleuel/model/assembly/start_angle.hpp"

#include <optional>

#include "pleuel/base/number_text.hpp"
#include "pleuel/model/kinematics/nearest_revolution.hpp"

namespace pleuel {
namespace {

constexpr double tie = 1e-6;  // rad: larger than the error of a consistent start

struct Hint {
  double value = 0;
  std::string source;         // "the free angle of 'spring'"
  bool is_statement = false;  // a value of the angle itself
};

/// 1 or −1 if the element is between a and b or between b and a; otherwise 0.
double sense(const Element& e, int a, int b) {
  if (e.markers == std::vector{a, b}) return 1;
  return e.markers == std::vector{b, a} ? -1 : 0;
}

double at(const Function& f, double t) { return f.expression.value({&t, 1}); }

std::optional<Hint> stated(const ModelDescription& model, int a, int b) {
  for (const auto* list : {&model.start, &model.drivers})
    for (const Element& e : *list)
      if (const double sign = sense(e, a, b); sign != 0 && e.type->name == "angle" && e.is_given("value"))
        return Hint{sign * at(e.function("value"), model.simulation.t_begin), "the value of '" + e.name + "'",
                    true};
  return {};
}

bool is_about_angle(const Element& e) { return e.is_given("along") && e.choice("along") == "angle"; }

std::optional<Hint> wanted(const ModelDescription& model, int a, int b) {
  for (const Element& e : model.forces) {
    const double sign = sense(e, a, b);
    if (sign == 0) continue;
    if (e.is_given("free_angle") && e.number("free_angle") != 0)
      return Hint{sign * e.number("free_angle"), "the free angle of '" + e.name + "'"};
    if (is_about_angle(e) && e.is_given("target"))
      return Hint{sign * at(e.function("target"), model.simulation.t_begin),
                  "the target of '" + e.name + "'"};
  }
  return {};
}

std::optional<Hint> allowed(const ModelDescription& model, int a, int b, double wrapped) {
  for (const Element& e : model.forces) {
    const double sign = sense(e, a, b);
    if (sign == 0 || !is_about_angle(e)) continue;
    const bool has_lower = e.is_given("lower"), has_upper = e.is_given("upper");
    if (!has_lower && !has_upper) continue;
    const double value = sign * wrapped;
    const bool is_inside =
        (!has_lower || value >= e.number("lower")) && (!has_upper || value <= e.number("upper"));
    if (is_inside) continue;
    const double half = std::numbers::pi;  // half a revolution from the only limit
    const double middle = has_lower && has_upper ? 0.5 * (e.number("lower") + e.number("upper"))
                          : has_lower            ? e.number("lower") + half
                                                 : e.number("upper") - half;
    return Hint{sign * middle, "the limits of '" + e.name + "'"};
  }
  return {};
}

}  // namespace

StartAngle start_angle(const ModelDescription& model, int a, int b, double wrapped) {
  std::optional<Hint> hint = stated(model, a, b);
  if (!hint) hint = wanted(model, a, b);
  if (!hint) hint = allowed(model, a, b, wrapped);
  const double reference = hint ? hint->value : 0;
  StartAngle start{.value = nearest_revolution(wrapped, reference), .remark = {}};
  const std::string who =
      "the angle from '" + model.markers[a].name + "' to '" + model.markers[b].name + "' ";
  const std::string by = hint ? hint->source : "zero";
  if (std::abs(start.value - reference) > std::numbers::pi - tie)
    start.remark = who + "starts half a revolution from " + by + ": rounding decides between " +
                   number_text(start.value) + " and " + number_text(2 * reference - start.value) +
                   " rad; define it by an angle in 'start'";
  else if (hint && !hint->is_statement && std::abs(start.value - wrapped) > 1)
    start.remark = who + "is taken as " + number_text(start.value) +
                   " rad at the start, the revolution nearest to " + by +
                   "; define another by an angle in 'start'";
  return start;
}

}  // namespace pleuel
