// Writes an advice as JSON, and its runs as CSV.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/lab/advice.hpp"

namespace pleuel {

/// One object; missing numbers are null. See docs/advise.md.
std::string advice_json(const Advice& advice);

/// The columns of for_each_column, then outcome, relative_q, relative_v, relative_lambda,
/// relative_s, relative_y.
std::string advice_csv(const Advice& advice);

/// Writes advice.json and advice.csv to `folder`, each file atomically.
void write_advice(const std::filesystem::path& folder, const Advice& advice);

}  // namespace pleuel
