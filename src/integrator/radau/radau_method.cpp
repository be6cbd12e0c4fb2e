#include "pleuel/integrator/radau/radau_method.hpp"

#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"

namespace pleuel {
namespace {

OptionSpecs common_options() {
  return radau_option_specs(
      "7, 12, 17 for orders up to 5, 9, 13, but 10 for order 5 where at most one constraint level is hidden, "
      "and 25 with a fixed step",
      "chosen from rtol");
}

const std::vector<int>& radau_orders() {
  static const std::vector<int> orders{1, 5, 9, 13};
  return orders;
}

/// 1, 5, 9, 13: 1, 3, 5, 7 stages.
std::vector<int> read_stages(const OptionValues& values) {
  std::vector<int> stages;
  for (const int order : read_orders(radau_orders(), values)) stages.push_back((order + 1) / 2);
  return stages;
}

}  // namespace

OptionSpecs radau_option_specs(const std::string& no_limit, const std::string& no_tolerance, double safety) {
  return joined(
      {newton_option_specs(no_limit, no_tolerance),
       {{.name = "jacobian_reuse",
         .default_value = "0.003",
         .help = "the Jacobian is kept while Newton's method contracts by this factor or better; 0: never",
         .minimum = 0,
         .maximum = 1}},
       controller_option_specs(safety)});
}

RadauOptions read_radau_options(const OptionValues& values) {
  RadauOptions options;
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.jacobian_reuse = values.number("jacobian_reuse");
  read_controller(values, options.controller);
  return options;
}

std::function<std::optional<std::string>(const DaeInfo&)> radau_refusal(const std::string& name) {
  return [name](const DaeInfo& dae) -> std::optional<std::string> {
    if (dae.constraint_level <= 2) return {};
    return name + " takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
           std::to_string(dae.constraint_level);
  };
}

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
          .refusal = radau_refusal("radau5"),
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
            return std::make_unique<StepLoop>(
                std::make_unique<RadauIIA>(dae, settings, read_radau_options(values)), settings);
          }};
}

Method radau_method() {
  return {.name = "radau",
          .title = "Radau IIA of orders 5, 9 and 13, the order chosen with the step; or of a fixed order",
          .source = "HW99, HW96, HLR89",
          .options = joined({order_option_specs(radau_orders(), 5, 13), common_options()}),
          .traits = {.family = "radau", .order = 13, .rank = 2, .trial = 1},
          .refusal = radau_refusal("radau"),
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
            RadauOptions options = read_radau_options(values);
            options.name = "radau";
            options.stages = read_stages(values);
            return std::make_unique<StepLoop>(std::make_unique<RadauIIA>(dae, settings, options), settings);
          }};
}

}  // namespace pleuel
