// Shell completion scripts.
#pragma once

#include <string>
#include <vector>

#include "pleuel/cli/command_line.hpp"

namespace pleuel::cli {

/// "bash" and "zsh".
const std::vector<std::string>& completed_shells();

/// A completion script with commands, options and the names in the catalogues. `shell` is one of
/// completed_shells().
std::string shell_completion(const CommandLine& line, const std::string& shell);

}  // namespace pleuel::cli
