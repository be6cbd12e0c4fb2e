// Scripts that complete the line of the program in a shell.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pleuel::cli {

/// "bash" and "zsh".
const std::vector<std::string>& completed_shells();

/// A script for the shell, made from the commands and options of `app` and the names in the
/// catalogues. `shell` is one of completed_shells().
std::string shell_completion(const CLI::App& app, const std::string& shell);

}  // namespace pleuel::cli
