// The names by which a user may ask for an unknown of a mechanism.
#pragma once

#include <optional>
#include <string>

#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// What is wrong with `name` as that of an unknown q, v, a, λ or s of the system, with the nearest
/// names; nothing if it is one. "eta1", … are those of formulations that add multipliers η.
std::optional<std::string> fault_of_unknown(const SystemInfo& system, const std::string& name);

}  // namespace pleuel
