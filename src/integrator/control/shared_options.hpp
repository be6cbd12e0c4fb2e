// Options shared by several families of methods.
#pragma once

#include <string>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/control/step_controller.hpp"

namespace pleuel {

/// newton_max and newton_tolerance; the texts explain the value 0.
OptionSpecs newton_option_specs(const std::string& no_limit, const std::string& no_tolerance);

/// controller and safety of StepController.
OptionSpecs controller_option_specs();
void read_controller(const OptionValues& values, ControllerOptions& options);

/// Concatenates the lists.
OptionSpecs joined(std::initializer_list<OptionSpecs> lists);

}  // namespace pleuel
