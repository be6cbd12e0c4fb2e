// What the command sweep says of a study.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/sweep/result_files.hpp"

namespace pleuel::cli {

/// Outputs with their statistics, effects, best and worst runs, failed runs, remarks, missing
/// tasks.
std::string findings_text(const sweep::Findings& of, const std::filesystem::path& result, const Style& style);

/// The missing tasks and how they are made; empty if there are none.
std::string missing_text(const sweep::Findings& of, const std::filesystem::path& result);

/// Where the pages of runs are; `chosen` are those that were asked for.
std::string pages_text(const std::vector<long>& chosen, const std::vector<long>& there,
                       const std::filesystem::path& result);

}  // namespace pleuel::cli
