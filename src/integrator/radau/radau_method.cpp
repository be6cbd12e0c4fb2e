#include "pleuel/integrator/radau/radau_method.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"

namespace pleuel {
namespace {

OptionSpecs common_options() {
  return joined(
      {newton_option_specs("7, 12, 17 for orders up to 5, 9, 13, but 10 for order 5 where at most one "
                           "constraint level is hidden, and 25 with a fixed step",
                           "chosen from rtol"),
       {{.name = "jacobian_reuse",
         .default_value = "0.003",
         .help = "the Jacobian is kept while Newton's method contracts by this factor or better; 0: never",
         .minimum = 0,
         .maximum = 1}},
       controller_option_specs()});
}

RadauOptions read_options(const OptionValues& values) {
  RadauOptions options;
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.jacobian_reuse = values.number("jacobian_reuse");
  read_controller(values, options.controller);
  return options;
}

/// 1, 5, 9, 13: 1, 3, 5, 7 stages.
int stages_of(const std::string& order) { return (std::stoi(order) + 1) / 2; }

OptionSpecs order_options() {
  const std::vector<std::string> orders{"1", "5", "9", "13"};
  OptionSpecs specs = {
      {.name = "order",
       .default_value = "variable",
       .help =
           "one order for the whole run, or chosen with the step; with a fixed step variable means min_order",
       .choices = {"variable", "1", "5", "9", "13"}},
      {.name = "min_order",
       .default_value = "5",
       .help = "lowest order of a variable one",
       .choices = orders},
      {.name = "max_order",
       .default_value = "13",
       .help = "highest order of a variable one",
       .choices = orders},
  };
  return joined({specs, common_options()});
}

std::vector<int> read_stages(const OptionValues& values) {
  if (!values.is("order", "variable")) return {stages_of(values.text("order"))};
  const int least = stages_of(values.text("min_order"));
  const int most = stages_of(values.text("max_order"));
  if (least > most)
    throw InvalidInput("min_order=" + values.text("min_order") +
                       " is above max_order=" + values.text("max_order"));
  std::vector<int> stages;
  for (int s = least; s <= most; s += 2) stages.push_back(s);
  return stages;
}

std::function<std::optional<std::string>(const DaeInfo&)> refusal_by(const std::string& name) {
  return [name](const DaeInfo& dae) -> std::optional<std::string> {
    if (dae.constraint_level <= 2) return {};
    return name + " takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
           std::to_string(dae.constraint_level);
  };
}

}  // namespace

Method radau5_method() {
  return {.name = "radau5",
          .title = "Radau IIA of order 5: implicit Runge-Kutta, stiffly accurate, L-stable",
          .source = "HW96, HLR89",
          .options = common_options(),
          .traits = {.family = "radau",
                     .order = 5,
                     .rank = 1,
                     .trial = 2,
                     .merit = "L-stable, so stiff deformation does not dictate the step, and able to take "
                              "every index up to 3"},
          .refusal = refusal_by("radau5"),
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
            return std::make_unique<StepLoop>(std::make_unique<RadauIIA>(dae, settings, read_options(values)),
                                              settings);
          }};
}

Method radau_method() {
  return {.name = "radau",
          .title = "Radau IIA of orders 5, 9 and 13, the order chosen with the step; or of a fixed order",
          .source = "HW99, HW96, HLR89",
          .options = order_options(),
          .traits = {.family = "radau", .order = 13, .rank = 2, .trial = 1},
          .refusal = refusal_by("radau"),
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
            RadauOptions options = read_options(values);
            options.name = "radau";
            options.stages = read_stages(values);
            return std::make_unique<StepLoop>(std::make_unique<RadauIIA>(dae, settings, options), settings);
          }};
}

}  // namespace pleuel
