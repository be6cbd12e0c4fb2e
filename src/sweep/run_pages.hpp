// Pages of single runs of a study.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/sweep/result_files.hpp"

namespace pleuel::sweep {

/// Which runs have a page of their own: groups that follow from the results, and numbers.
struct PageChoice {
  std::set<std::string> groups;               ///< of page_groups()
  std::vector<std::pair<long, long>> ranges;  ///< first and last run

  bool is_given() const { return !groups.empty() || !ranges.empty(); }
  /// Every run: pages are then written when the runs are made.
  bool is_all() const { return groups.contains("all"); }
};

/// all; best and worst by the objective; extremes: the smallest and the largest value of each
/// output; failed; some: a few of each of these.
const std::vector<std::string>& page_groups();

/// A page has 0.7 to 30 MB.
inline constexpr long most_run_pages = 1000;

/// Reads "best", "3", "20-25", …
PageChoice page_choice(const std::vector<std::string>& words, std::vector<std::string>& faults);

/// Throws InvalidInput for runs that the study does not have, and for too many of them.
void check_pages(const PageChoice& choice, const Study& study);

/// The chosen runs that were made, in their order.
std::vector<long> runs_with_pages(const PageChoice& choice, const Findings& of);

/// Those of them that have no page and can have one: an invalid model, or a start that cannot be
/// made consistent, has no motion to show.
std::vector<long> pages_to_make(const std::vector<long>& chosen, const std::vector<long>& there,
                                const RowIndex& index);

/// RESULT/pages/run-17.html
std::filesystem::path pages_folder(const std::filesystem::path& result);
std::filesystem::path page_of_run(const std::filesystem::path& folder, long run);

/// The runs that have a page.
std::vector<long> pages_in(const std::filesystem::path& result);

/// Of rows that are discarded.
void remove_pages(const std::filesystem::path& result);

}  // namespace pleuel::sweep
