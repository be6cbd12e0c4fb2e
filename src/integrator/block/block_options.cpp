#include "pleuel/integrator/block/block_options.hpp"

#include "pleuel/base/number_text.hpp"
#include "pleuel/integrator/control/shared_options.hpp"

namespace pleuel {

OptionSpecs block_option_specs(const BlockOptions& defaults, const std::vector<int>& orders,
                               const std::string& iterations) {
  return joined(
      {order_option_specs(orders, defaults.orders.front(), defaults.orders.back()),
       newton_option_specs(iterations + ", three times as many with a fixed step",
                           "0.005, and 0.001 at index 3"),
       {{.name = "jacobian_reuse",
         .default_value = number_text(defaults.jacobian_reuse),
         .help = "the Jacobian is kept while the iteration contracts by this factor or better; 0: never",
         .minimum = 0,
         .maximum = 1}}});
}

BlockOptions read_block_options(BlockOptions options, const std::vector<int>& orders,
                                const OptionValues& values) {
  options.orders = read_orders(orders, values);
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.jacobian_reuse = values.number("jacobian_reuse");
  return options;
}

std::optional<std::string> block_refusal(const std::string& name, const DaeInfo& dae) {
  if (dae.constraint_level <= 2) return {};
  return name + " takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
         std::to_string(dae.constraint_level);
}

}  // namespace pleuel
