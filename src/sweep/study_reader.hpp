// Reads a study file.
#pragma once

#include <string>

#include "pleuel/run/catalogue.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

inline constexpr int study_version = 1;
inline constexpr long most_runs = 10'000'000;

/// Reads and checks a study: its structure, the names of parameters and settings, values, the
/// outputs of the case and the units of formulas. The path of a model file is relative to the
/// folder of the study. Throws InvalidInput with all faults, each with its place, value and remedy.
Study read_study(const std::string& path, const std::string& text, const Catalogue& catalogue);

/// Throws UnreadableFile.
Study read_study_file(const std::string& path, const Catalogue& catalogue);

/// JSON Schema, draft 7: what can be checked without knowing the case.
std::string study_schema();

}  // namespace pleuel::sweep
