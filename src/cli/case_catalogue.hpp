// The catalogue for the cases on the command line.
#pragma once

#include <string>
#include <vector>

#include "pleuel/cli/options.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::cli {

/// Help text of CASE, for all commands that take one.
inline constexpr const char* case_help =
    "a model file, or the name of a built-in case (see: pleuel list cases); -: a model file on standard input";

/// The standard catalogue; if "-" is among the cases, with the model on standard input. Throws
/// InvalidModel. Call it before listen_for_signals, so that Ctrl-C ends the wait for input.
Catalogue catalogue_for(const std::vector<std::string>& cases);

/// The names of the built-in cases, for shell completion.
Candidates problem_candidates();

}  // namespace pleuel::cli
