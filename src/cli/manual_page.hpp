// The manual page of the program.
#pragma once

#include <string>

#include "pleuel/cli/command_line.hpp"

namespace pleuel::cli {

/// pleuel(1) in man(7) format: commands, options and exit codes.
std::string manual_page(const CommandLine& line);

}  // namespace pleuel::cli
