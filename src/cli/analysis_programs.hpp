// The commands check, statics and modes.
#pragma once

#include "pleuel/cli/analysis_command.hpp"

namespace pleuel::cli {

/// Each shows its report and gives the exit code. They throw what driver/analysis.hpp says.
int check(const CheckCommand& command);
int statics(const StaticsCommand& command);
int modes(const ModesCommand& command);

}  // namespace pleuel::cli
