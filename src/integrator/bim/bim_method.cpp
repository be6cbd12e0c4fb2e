#include "pleuel/integrator/bim/bim_method.hpp"

#include "pleuel/integrator/bim/bim.hpp"
#include "pleuel/integrator/block/block_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {
namespace {

const std::vector<int>& bim_orders() {
  static const std::vector<int> orders{4, 6, 8, 10, 12, 14};
  return orders;
}

}  // namespace

Method bim_method() {
  return {.name = "bim",
          .title = "blended implicit methods of orders 4 to 12 (14 on request) in blocks, L-stable",
          .source = "BM02, BM04, BMM06",
          .options = block_option_specs(bim_options(), bim_orders(), "10, 12, ..., 20 by order"),
          .traits = {.family = "bim", .order = 12, .rank = 11},
          .refusal = [](const DaeInfo& dae) { return block_refusal("bim", dae); },
          .doubt = doubt_at_index_3,
          .make = [](Dae& dae, const StepSettings& settings,
                     const OptionValues& values) -> std::unique_ptr<Integrator> {
            return std::make_unique<StepLoop>(
                std::make_unique<Bim>(dae, settings, read_block_options(bim_options(), bim_orders(), values)),
                settings);
          }};
}

}  // namespace pleuel
