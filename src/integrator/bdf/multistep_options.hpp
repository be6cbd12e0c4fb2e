// Options of bdf and mebdf as the user types them.
#pragma once

#include <optional>
#include <string>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/bdf/multistep.hpp"

namespace pleuel {

/// Descriptions with their defaults. `stable_order` is the highest A-stable order.
OptionSpecs multistep_option_specs(int order_max, int stable_order);

/// `options` with the values that the user gave.
MultistepOptions read_multistep_options(MultistepOptions options, const OptionValues& values);

/// Why the method `name` does not take a DAE.
std::optional<std::string> multistep_refusal(const std::string& name, const DaeInfo& dae);

}  // namespace pleuel
