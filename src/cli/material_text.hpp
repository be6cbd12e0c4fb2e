// Materials and their curves as text for people.
#pragma once

#include <optional>
#include <string>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/lab/material_study.hpp"

namespace pleuel::cli {

/// What was tested and how, and about a dozen rows of each curve.
std::string material_text(const MaterialStudy& study, const Style& style);

/// All laws and parameter sets, or one of them with its parameters. Throws InvalidInput for an
/// unknown name.
std::string material_listing(const std::optional<std::string>& name, const Style& style);

}  // namespace pleuel::cli
