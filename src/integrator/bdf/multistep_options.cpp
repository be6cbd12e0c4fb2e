#include "pleuel/integrator/bdf/multistep_options.hpp"

#include "pleuel/integrator/control/shared_options.hpp"

namespace pleuel {
namespace {

OptionSpec whole(const char* name, int value, const char* help, int minimum, int maximum) {
  return {.name = name,
          .default_value = std::to_string(value),
          .help = help,
          .minimum = static_cast<double>(minimum),
          .maximum = static_cast<double>(maximum),
          .is_whole = true};
}

}  // namespace

OptionSpecs multistep_option_specs(int order_max, int stable_order) {
  OptionSpecs specs = joined(
      {{whole("order_max", order_max, "highest order", 1, order_max),
        whole("order", 0, "order once the start is over; 0: chosen by the error, order_max with a fixed step",
              0, order_max)},
       newton_option_specs("6, 8 at index 3, and 25 with a fixed step", "0.04, and 1e-5 at index 3"),
       {{.name = "algebraic",
         .default_value = "scaled",
         .help = "how unknowns without a derivative (a, lambda) enter the error test: as their index "
                 "says but a and lambda multiplied by h at least, as their index says, or not at all",
         .choices = {"scaled", "tested", "free"}}}});
  if (stable_order < order_max)
    specs.push_back({.name = "stability",
                     .default_value = "watched",
                     .help = "where weakly damped oscillations limit the step at orders above " +
                             std::to_string(stable_order) + ": go back to order " +
                             std::to_string(stable_order) + ", or ignore it",
                     .choices = {"watched", "ignored"}});
  return specs;
}

MultistepOptions read_multistep_options(MultistepOptions options, const OptionValues& values) {
  options.orders.order_max = static_cast<int>(values.number("order_max"));
  options.orders.order = static_cast<int>(values.number("order"));
  if (options.orders.stable_order > 0 && values.is("stability", "ignored")) options.orders.stable_order = 0;
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.algebraic = values.is("algebraic", "free")     ? AlgebraicUnknowns::free
                      : values.is("algebraic", "tested") ? AlgebraicUnknowns::tested
                                                         : AlgebraicUnknowns::scaled;
  return options;
}

std::optional<std::string> multistep_refusal(const std::string& name, const DaeInfo& dae) {
  if (dae.constraint_level <= 2) return {};
  return name + " takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
         std::to_string(dae.constraint_level);
}

}  // namespace pleuel
