#include "pleuel/problem/motion_formula.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/model/expression/recording_parser.hpp"
#include "pleuel/model/model_time_functions.hpp"

namespace pleuel {
namespace {

/// t and the constants may have any dimension: settings are numbers in SI.
Expression recorded(const MotionText& motion) {
  FormulaScope scope;
  scope.inputs.push_back({"t"});
  for (const auto& [name, value] : motion.constants)
    scope.constants.push_back({name, value, NodeDimension::open()});
  RecordedFormula formula = record_formula(motion.place, motion.text, scope);
  if (!fits(formula.dimension, dimension::angle))
    throw InvalidInput(motion.place + ": '" + motion.text + "' is " + dimension_text(formula.dimension) +
                       ", but must be an angle: a formula of t in rad, or with a unit such as 'deg'");
  return {std::move(formula.tape), 1};
}

}  // namespace

MotionFormula read_motion(const MotionText& text) {
  const Expression r = recorded(text);
  const MotionOfTime motion = [r](double t) {
    const Taylor<double> time(t, 1, 0);
    return r.along({&time, 1});
  };
  const Taylor<double> start = motion(0);
  if (!std::isfinite(start.x) || !std::isfinite(start.d) || !std::isfinite(start.dd))
    throw InvalidInput(text.place + ": '" + text.text +
                       "' or one of its first two derivatives is not finite at t = 0; give a formula "
                       "that is smooth from the start on");
  return {motion, std::make_shared<ModelTimeFunctions>(
                      PrescribedMotions::Driver{text.name, text.place, dimension::angle, r})};
}

}  // namespace pleuel
