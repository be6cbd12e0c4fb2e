// A study as a page for the browser.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_summary.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// What the page needs besides study_json, as one object: for each case its title, published tables
/// and marks; which rows belong to it; how residuals and energy went over time; what was asked for.
std::string bench_page_json(const Catalogue& catalogue, const StudyRequest& request, const Study& study,
                            const std::vector<CaseSummary>& summaries);

/// Writes the file whole. Throws InvalidInput where this build has no pages (has_pages), FileError.
void write_bench_page(const std::filesystem::path& path, const Catalogue& catalogue,
                      const StudyRequest& request, const Study& study,
                      const std::vector<CaseSummary>& summaries);

}  // namespace pleuel
