// Joints, drivers, forces and measures as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/model/element_type.hpp"

namespace pleuel::cli {

/// All types of a kind, a line each; or one of them with its equations and parameters. Throws
/// InvalidInput with the nearest names.
std::string element_listing(const std::string& kind, const std::vector<ElementType>& types,
                            const std::optional<std::string>& name, const Style& style);

}  // namespace pleuel::cli
