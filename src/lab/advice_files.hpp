// An advice as files: an object, and every run of the tournament a line.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/lab/advice.hpp"

namespace pleuel {

/// One object; numbers that do not exist are null. See docs/advise.md.
std::string advice_json(const Advice& advice);

/// The columns of for_each_column, then outcome, relative_q, relative_v, relative_lambda,
/// relative_s, relative_y.
std::string advice_csv(const Advice& advice);

/// Writes advice.json and advice.csv into `folder`, each of them whole.
void write_advice(const std::filesystem::path& folder, const Advice& advice);

}  // namespace pleuel
