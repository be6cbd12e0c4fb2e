// Options of gam and bim as the user types them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/integrator/block/block_method.hpp"

namespace pleuel {

/// Descriptions; the default highest order is the last of `defaults.orders`. `iterations` explains
/// newton_max=0.
OptionSpecs block_option_specs(const BlockOptions& defaults, const std::vector<int>& orders,
                               const std::string& iterations);

/// `defaults` with the values that the user gave. Throws InvalidInput if they contradict.
BlockOptions read_block_options(BlockOptions defaults, const std::vector<int>& orders,
                                const OptionValues& values);

/// Why the method `name` does not take a DAE.
std::optional<std::string> block_refusal(const std::string& name, const DaeInfo& dae);

}  // namespace pleuel
