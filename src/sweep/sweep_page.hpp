// A study as an HTML page.
#pragma once

#include <filesystem>

#include "pleuel/sweep/result_files.hpp"

namespace pleuel::sweep {

/// Scatter plots, parallel coordinates, histograms, main effects, failed runs; the command that
/// repeats a run. Of more than `most_page_runs` runs, every second, third, … is shown. Throws
/// FileError.
inline constexpr long most_page_runs = 20'000;
void write_page(const std::filesystem::path& path, const Findings& of);

}  // namespace pleuel::sweep
