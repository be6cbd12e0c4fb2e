#include "pleuel/integrator/bdf/bdf_method.hpp"

#include "pleuel/integrator/bdf/bdf.hpp"
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

OptionSpecs bdf_options(int order_max) {
  return joined(
      {{whole("order_max", order_max, "highest order", 1, order_max),
        whole("order", 0, "order once the start is over; 0: chosen by the error, order_max with a fixed step",
              0, order_max)},
       newton_option_specs("6, 8 at index 3, and 25 with a fixed step", "0.04, and 1e-5 at index 3"),
       {{.name = "algebraic",
         .default_value = "scaled",
         .help = "how unknowns without a derivative (a, lambda) enter the error test: as their index "
                 "says but a and lambda multiplied by h at least, as their index says, or not at all",
         .choices = {"scaled", "tested", "free"}}}});
}

BdfOptions read_options(const std::string& name, const OptionValues& values) {
  BdfOptions options;
  options.name = name;
  options.orders.order_max = static_cast<int>(values.number("order_max"));
  options.orders.order = static_cast<int>(values.number("order"));
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.algebraic = values.is("algebraic", "free")     ? AlgebraicUnknowns::free
                      : values.is("algebraic", "tested") ? AlgebraicUnknowns::tested
                                                         : AlgebraicUnknowns::scaled;
  return options;
}

Method method(const std::string& name, const std::string& title, int order_max) {
  return {.name = name,
          .title = title,
          .source = "BCP96, JS80",
          .options = bdf_options(order_max),
          .traits = {.family = "bdf", .order = order_max, .rank = order_max > 2 ? 3 : 4},
          .refusal = [name](const DaeInfo& dae) -> std::optional<std::string> {
            if (dae.constraint_level <= 2) return {};
            return name + " takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
                   std::to_string(dae.constraint_level);
          },
          .doubt = doubt_at_index_3,
          .make = [name](Dae& dae, const StepSettings& settings,
                         const OptionValues& values) -> std::unique_ptr<Integrator> {
            return std::make_unique<StepLoop>(
                std::make_unique<Bdf>(dae, settings, read_options(name, values)), settings);
          }};
}

}  // namespace

Method bdf_method() {
  return method("bdf", "BDF of orders 1 to 5, variable step and order, fixed leading coefficient",
                kLargestBdfOrder);
}

Method bdf2_method() {
  Method bdf2 =
      method("bdf2", "BDF of order 2, variable step: L-stable, for rough motion at low accuracy", 2);
  bdf2.doubt = doubt_of_order_2;
  return bdf2;
}

}  // namespace pleuel
