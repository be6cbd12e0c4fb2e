// Checks names of unknowns of a mechanism.
#pragma once

#include <optional>
#include <string>

#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// The fault if `name` is not an unknown q, v, a, λ or s of the system, with the nearest names;
/// empty if it is one. "eta1", … exist in formulations with multipliers η.
std::optional<std::string> fault_of_unknown(const SystemInfo& system, const std::string& name);

}  // namespace pleuel
