// Reads and writes the files of a study: one line per run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_summary.hpp"

namespace pleuel {

/// The columns of for_each_column, then version, compiler, flags, cpu, cores. Numbers have the
/// shortest text that reproduces the double; missing values are empty. See docs/lab.md.
std::string study_csv(const Study& study);

/// One object; numbers that are not finite become null. See docs/lab.md.
std::string study_json(const Study& study, const std::vector<CaseSummary>& summaries);

/// The rows of a file written by study_csv; messages contain `place`. Throws InvalidInput if it
/// cannot be read, or if a row comes from another version, compiler, set of flags or processor than
/// `here`: times and last digits would not be comparable.
std::vector<StudyRow> rows_from_csv(const std::string& place, std::string_view text, const Environment& here);

/// Writes bench.csv, bench.json and, for each case with digits, a picture CASE.svg to `folder`,
/// each file atomically.
void write_study(const std::filesystem::path& folder, const Study& study,
                 const std::vector<CaseSummary>& summaries);

/// The rows of folder/bench.csv; empty if there is no such file.
std::vector<StudyRow> read_study(const std::filesystem::path& folder, const Environment& here);

}  // namespace pleuel
