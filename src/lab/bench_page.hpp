// A study as an HTML page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_summary.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// The data of the page in addition to study_json, as one object: title, published tables and marks
/// of each case; its rows; residuals and energy over time; the request.
std::string bench_page_json(const Catalogue& catalogue, const StudyRequest& request, const Study& study,
                            const std::vector<CaseSummary>& summaries);

/// Writes the file atomically. Throws InvalidInput if this build has no pages (has_pages),
/// FileError.
void write_bench_page(const std::filesystem::path& path, const Catalogue& catalogue,
                      const StudyRequest& request, const Study& study,
                      const std::vector<CaseSummary>& summaries);

}  // namespace pleuel
