#include "pleuel/integrator/gam/gam_method.hpp"

#include "pleuel/integrator/block/block_options.hpp"
#include "pleuel/integrator/gam/gam.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {
namespace {

const std::vector<int>& gam_orders() {
  static const std::vector<int> orders{3, 5, 7, 9};
  return orders;
}

}  // namespace

Method gam_method() {
  return {.name = "gam",
          .title = "generalized Adams methods of orders 3, 5 and 7 (9 on request) in blocks, A-stable",
          .source = "IM98, IM99",
          .options = block_option_specs(gam_options(), gam_orders(), "12, 18, 26, 36 by order"),
          .traits = {.family = "gam", .order = 7, .rank = 10},
          .refusal = [](const DaeInfo& dae) { return block_refusal("gam", dae); },
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings,
                     const OptionValues& values) -> std::unique_ptr<Integrator> {
            return std::make_unique<StepLoop>(
                std::make_unique<Gam>(dae, settings, read_block_options(gam_options(), gam_orders(), values)),
                settings);
          }};
}

}  // namespace pleuel
