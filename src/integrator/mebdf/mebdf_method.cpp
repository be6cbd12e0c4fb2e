#include "pleuel/integrator/mebdf/mebdf_method.hpp"

#include "pleuel/integrator/bdf/multistep_options.hpp"
#include "pleuel/integrator/mebdf/mebdf.hpp"

namespace pleuel {

Method mebdf_method() {
  const MebdfOptions defaults;
  return {.name = defaults.name,
          .title = "modified extended BDF of orders 1 to 8, A-stable up to order 4, variable step and order",
          .source = "Cas83, CC92",
          .options = multistep_option_specs(defaults.orders.order_max, defaults.orders.stable_order),
          .traits = {.family = "mebdf", .order = kLargestMebdfOrder, .rank = 9, .steps_per_jacobian = 5},
          .refusal = [name = defaults.name](const DaeInfo& dae) { return multistep_refusal(name, dae); },
          .doubt = doubt_at_index_3,
          .make = [defaults](Dae& dae, const StepSettings& settings,
                             const OptionValues& values) -> std::unique_ptr<Integrator> {
            return std::make_unique<StepLoop>(
                std::make_unique<Mebdf>(dae, settings, read_multistep_options(defaults, values)), settings);
          }};
}

}  // namespace pleuel
