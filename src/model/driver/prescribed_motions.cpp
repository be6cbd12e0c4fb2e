#include "pleuel/model/driver/prescribed_motions.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

Taylor<double> at(const Expression& phi, double t) {
  const Taylor<double> time(t, 1, 0);
  return phi.along({&time, 1});
}

bool is_jump(double before, double after, const JumpLimits& limits) {
  const double size = std::max(std::abs(before), std::abs(after));
  return std::abs(after - before) > limits.atol + limits.rtol * size;  // NaN is reported elsewhere
}

}  // namespace

void PrescribedMotions::add(const Element& driver) {
  if (!driver.is_given("value")) return;
  const auto& parameters = driver.type->parameters;
  const auto value = std::find_if(parameters.begin(), parameters.end(),
                                  [](const ParameterSpec& p) { return p.name == "value"; });
  add({driver.name, driver.place, value->dimension, driver.function("value").expression, "driver"});
}

void PrescribedMotions::add(const Driver& driver) {
  list_.push_back({driver.kind, driver.name, driver.place, unit_text(driver.dimension),
                   unit_text(driver.dimension / dimension::time), driver.phi});
}

std::vector<std::string> PrescribedMotions::jumps(double t_before, double t_after,
                                                  const JumpLimits& limits) const {
  std::vector<std::string> sentences;
  for (const Motion& motion : list_) {
    const auto before = at(motion.phi, t_before), after = at(motion.phi, t_after);
    const std::string when = " at t = " + number_text(t_after, 10) + " s";
    if (is_jump(before.x, after.x, limits))
      sentences.push_back(
          motion.place + ": the value of " + motion.kind + " '" + motion.name + "' jumps by " +
          number_text(after.x - before.x) + " " + motion.unit + when + ", from " + number_text(before.x) +
          " to " + number_text(after.x) +
          ", but prescribed motions must be continuous; spread the jump over a time, for instance with "
          "smoothstep(t, t0, t1)");
    else if (limits.has_rates && is_jump(before.d, after.d, limits))
      sentences.push_back(
          motion.place + ": the rate of " + motion.kind + " '" + motion.name + "' jumps by " +
          number_text(after.d - before.d) + " " + motion.rate_unit + when + ", from " +
          number_text(before.d) + " to " + number_text(after.d) +
          ", but prescribed motions must have a continuous rate, as a jump of it is an impact; round the "
          "corner, for instance with smoothstep(t, t0, t1)");
  }
  return sentences;
}

}  // namespace pleuel
