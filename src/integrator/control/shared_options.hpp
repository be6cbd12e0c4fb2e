// Options that several families of methods have.
#pragma once

#include <string>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/control/step_controller.hpp"

namespace pleuel {

/// newton_max and newton_tolerance; the texts say what 0 means.
OptionSpecs newton_option_specs(const std::string& no_limit, const std::string& no_tolerance);

/// controller and safety of StepController.
OptionSpecs controller_option_specs();
void read_controller(const OptionValues& values, ControllerOptions& options);

/// All of these lists one after the other.
OptionSpecs joined(std::initializer_list<OptionSpecs> lists);

}  // namespace pleuel
