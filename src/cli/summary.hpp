// A result as text for people.
#pragma once

#include <string>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel::cli {

/// What was chosen and why, end values, digits against the reference, constraint residuals, energy,
/// work and time.
std::string summary(const RunResult& result, const Style& style);

}  // namespace pleuel::cli
