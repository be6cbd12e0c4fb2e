#include "pleuel/integrator/radau/radau_method.hpp"

#include "pleuel/integrator/radau/radau_iia.hpp"

namespace pleuel {
namespace {

OptionSpecs radau_options() {
  return {
      {.name = "newton_max",
       .default_value = "0",
       .help = "limit of Newton iterations in a step; 0: 7, and 25 with a fixed step",
       .minimum = 0,
       .maximum = 1000,
       .is_whole = true},
      {.name = "newton_tolerance",
       .default_value = "0",
       .help = "Newton's method stops at this part of the tolerance; 0: chosen from rtol",
       .minimum = 0,
       .maximum = 1},
      {.name = "jacobian_reuse",
       .default_value = "0.003",
       .help = "the Jacobian is kept while Newton's method contracts by this factor or better; 0: never",
       .minimum = 0,
       .maximum = 1},
      {.name = "controller",
       .default_value = "predictive",
       .help = "step-size control: from the last two errors, or from the last one",
       .choices = {"predictive", "elementary"}},
      {.name = "safety",
       .default_value = "0.9",
       .help = "part of the step that the error would allow",
       .minimum = 0.1,
       .maximum = 1},
  };
}

RadauOptions read_options(const OptionValues& values) {
  RadauOptions options;
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.jacobian_reuse = values.number("jacobian_reuse");
  options.controller.kind = values.is("controller", "elementary") ? ControllerOptions::Kind::elementary
                                                                  : ControllerOptions::Kind::predictive;
  options.controller.safety = values.number("safety");
  return options;
}

std::optional<std::string> refusal(const DaeInfo& dae) {
  if (dae.constraint_level <= 2) return {};
  return "radau5 takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
         std::to_string(dae.constraint_level);
}

}  // namespace

Method radau5_method() {
  return {.name = "radau5",
          .title = "Radau IIA of order 5: implicit Runge-Kutta, stiffly accurate, L-stable",
          .source = "HW96, HLR89",
          .options = radau_options(),
          .refusal = refusal,
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
            return std::make_unique<RadauIIA>(dae, settings, read_options(values));
          }};
}

}  // namespace pleuel
