// The manual page of the program.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace pleuel::cli {

/// pleuel(1) in the language of man(7): commands, options and exit codes, made from `app`.
std::string manual_page(const CLI::App& app);

}  // namespace pleuel::cli
