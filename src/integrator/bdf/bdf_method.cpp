#include "pleuel/integrator/bdf/bdf_method.hpp"

#include "pleuel/integrator/bdf/bdf.hpp"
#include "pleuel/integrator/bdf/multistep_options.hpp"

namespace pleuel {
namespace {

constexpr int kStableBdfOrder = 2;

Method method(const std::string& name, const std::string& title, int order_max) {
  return {
      .name = name,
      .title = title,
      .source = "BCP96, JS80",
      .options = multistep_option_specs(order_max, kStableBdfOrder),
      .traits = {.family = "bdf", .order = order_max, .rank = order_max > 2 ? 3 : 4, .steps_per_jacobian = 5},
      .refusal = [name](const DaeInfo& dae) { return multistep_refusal(name, dae); },
      .doubt = doubt_at_index_3,
      .make = [name, order_max](Dae& dae, const StepSettings& settings,
                                const OptionValues& values) -> std::unique_ptr<Integrator> {
        const int stable_order = order_max > kStableBdfOrder ? kStableBdfOrder : 0;
        const BdfOptions options =
            read_multistep_options({.name = name, .orders = {.stable_order = stable_order}}, values);
        return std::make_unique<StepLoop>(std::make_unique<Bdf>(dae, settings, options), settings);
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
