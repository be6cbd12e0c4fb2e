// Radau IIA as entries of the method catalogue.
#pragma once

#include "pleuel/integrator/method.hpp"
#include "pleuel/integrator/radau/radau_scheme.hpp"

namespace pleuel {

/// `radau5`: three stages, order 5.
Method radau5_method();
/// `radau`: variable order 5, 9 and 13, or one fixed order of 1, 5, 9 and 13.
Method radau_method();

/// Options of Newton's method, of the Jacobian and of the step size; the texts explain the value 0.
OptionSpecs radau_option_specs(const std::string& no_limit, const std::string& no_tolerance,
                               double safety = ControllerOptions{}.safety);
RadauOptions read_radau_options(const OptionValues& values);
/// Refuses equations of an index above 3, in the name of this method.
std::function<std::optional<std::string>(const DaeInfo&)> radau_refusal(const std::string& name);

}  // namespace pleuel
