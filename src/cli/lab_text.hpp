// Studies, tables and verifications as text for people.
#pragma once

#include <string>
#include <vector>

#include "pleuel/cli/terminal.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_summary.hpp"
#include "pleuel/lab/verification.hpp"

namespace pleuel::cli {

/// For each case the times to 3, 5 and 7 digits beside public programs; then what failed, what was
/// refused, and what was not run.
std::string study_text(const Study& study, const std::vector<CaseSummary>& summaries, const Style& style);

/// Each row twice, as published and as measured; '+' and '!' mark what is better and worse.
std::string table_text(const TableReport& report, const Style& style);

/// The heading of the lines of a verification, one of them, and what they come to.
std::string verification_heading(const Style& style);
std::string verification_line(const VerificationLine& line, const Style& style);
std::string verification_end(const Verification& verification, const Style& style);

}  // namespace pleuel::cli
