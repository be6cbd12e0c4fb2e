// Options shared by several families of methods.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/control/step_controller.hpp"

namespace pleuel {

/// newton_max and newton_tolerance; the texts explain the value 0.
OptionSpecs newton_option_specs(const std::string& no_limit, const std::string& no_tolerance);

/// controller and safety of StepController, with this default of safety.
OptionSpecs controller_option_specs(double safety = ControllerOptions{}.safety);
void read_controller(const OptionValues& values, ControllerOptions& options);

/// order, min_order and max_order of a method whose order is one of `orders`, ascending.
OptionSpecs order_option_specs(const std::vector<int>& orders, int lowest, int highest);
/// One order, or all from min_order to max_order. Throws InvalidInput if min_order is above
/// max_order.
std::vector<int> read_orders(const std::vector<int>& orders, const OptionValues& values);

/// Concatenates the lists.
OptionSpecs joined(std::initializer_list<OptionSpecs> lists);

}  // namespace pleuel
