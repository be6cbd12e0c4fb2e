// Reports of check, statics and modes for people.
#pragma once

#include <string>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::cli {

std::string check_text(const CheckResult& result, const Style& style);
std::string statics_text(const StaticsResult& result, const Style& style);
std::string modes_text(const ModesResult& result, const Style& style);

}  // namespace pleuel::cli
