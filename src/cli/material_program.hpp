// The command material.
#pragma once

#include "pleuel/cli/material_command.hpp"

namespace pleuel::cli {

/// Runs the test, writes its files, shows its table and gives the exit code. Throws as
/// lab/material_study.hpp says.
int material(const MaterialCommand& command);

}  // namespace pleuel::cli
