// The catalogues as text for people.
#pragma once

#include <string>

#include "pleuel/cli/arguments.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel::cli {

/// All entries of a kind, or one with its options. Throws InvalidInput for an unknown name.
std::string listing(const Catalogue& catalogue, const ListCommand& command, const Style& style);

}  // namespace pleuel::cli
