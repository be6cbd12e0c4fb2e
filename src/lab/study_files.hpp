// A study as files: every run a line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_summary.hpp"

namespace pleuel {

/// The columns of for_each_column, then version, compiler, flags, cpu, cores. Numbers have the
/// fewest digits that read back as the same double; what does not exist is an empty field. See
/// docs/lab.md.
std::string study_csv(const Study& study);

/// One object; numbers that are not finite become null. See docs/lab.md.
std::string study_json(const Study& study, const std::vector<CaseSummary>& summaries);

/// The rows of a file made by study_csv; `place` names it in messages. Throws InvalidInput where it
/// cannot be read, or where a row was made by another version, compiler, set of flags or processor
/// than `here`: times and, in the last digits, results would not belong together.
std::vector<StudyRow> rows_from_csv(const std::string& place, std::string_view text, const Environment& here);

/// Writes bench.csv, bench.json and for each case with digits a picture CASE.svg into `folder`,
/// each of them whole.
void write_study(const std::filesystem::path& folder, const Study& study,
                 const std::vector<CaseSummary>& summaries);

/// The rows of folder/bench.csv; none if there is no such file.
std::vector<StudyRow> read_study(const std::filesystem::path& folder, const Environment& here);

}  // namespace pleuel
