#include "pleuel/integrator/control/shared_options.hpp"

namespace pleuel {

OptionSpecs newton_option_specs(const std::string& no_limit, const std::string& no_tolerance) {
  return {{.name = "newton_max",
           .default_value = "0",
           .help = "limit of Newton iterations in a step; 0: " + no_limit,
           .minimum = 0,
           .maximum = 1000,
           .is_whole = true},
          {.name = "newton_tolerance",
           .default_value = "0",
           .help = "Newton's method stops at this fraction of the tolerance; 0: " + no_tolerance,
           .minimum = 0,
           .maximum = 1}};
}

OptionSpecs controller_option_specs() {
  return {{.name = "controller",
           .default_value = "predictive",
           .help = "step-size control: from the last two errors, or from the last one",
           .choices = {"predictive", "elementary"}},
          {.name = "safety",
           .default_value = "0.9",
           .help = "fraction of the step size that the error would allow",
           .minimum = 0.1,
           .maximum = 1}};
}

void read_controller(const OptionValues& values, ControllerOptions& options) {
  options.kind = values.is("controller", "elementary") ? ControllerOptions::Kind::elementary
                                                       : ControllerOptions::Kind::predictive;
  options.safety = values.number("safety");
}

OptionSpecs joined(std::initializer_list<OptionSpecs> lists) {
  OptionSpecs all;
  for (const OptionSpecs& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace pleuel
