#include "pleuel/sweep/run_pages.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"

namespace pleuel::sweep {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t most_of_group = 3;  // of the group "some"
constexpr const char *pages_folder_name = "pages", *page_prefix = "run-", *page_suffix = ".html";

bool is_run_number(const std::string& text) {
  return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

long limited(std::size_t n) { return static_cast<long>(std::min(n, most_of_group)); }

// The first failed runs of each kind.
void add_failed(const Collected& all, std::size_t most, std::set<long>& runs) {
  std::map<std::string, std::size_t> kinds;
  for (const FailedRun& failed : all.failed)
    if (kinds[failed.kind]++ < most) runs.insert(failed.run);
}

}  // namespace

const std::vector<std::string>& page_groups() {
  static const std::vector<std::string> names = {"some", "best", "worst", "extremes", "failed", "all"};
  return names;
}

PageChoice page_choice(const std::vector<std::string>& words, std::vector<std::string>& faults) {
  PageChoice choice;
  for (const std::string& word : words) {
    const auto dash = word.find('-');
    const std::string first = word.substr(0, dash),
                      last = dash == std::string::npos ? first : word.substr(dash + 1);
    if (is_run_number(first) && is_run_number(last)) {
      choice.ranges.emplace_back(std::stol(first), std::stol(last));
      if (choice.ranges.back().first > choice.ranges.back().second)
        faults.push_back("--pages has '" + word + "', whose first run is beyond its last one; exchange them");
    } else if (std::ranges::find(page_groups(), word) != page_groups().end()) {
      choice.groups.insert(word);
    } else {
      faults.push_back("--pages: " + unknown_name("group of runs", word, page_groups()) +
                       "; or give numbers of runs, such as 3,17,20-25");
    }
  }
  return choice;
}

void check_pages(const PageChoice& choice, const Study& study) {
  const long n = study.n_runs();
  long n_pages = choice.is_all() ? n : 0;
  for (const auto& [first, last] : choice.ranges) {
    if (last >= n)
      throw InvalidInput("--pages asks for run " + std::to_string(last) +
                         ", but the study has the runs 0 to " + std::to_string(n - 1));
    if (!choice.is_all()) n_pages += last - first + 1;
  }
  if (n_pages > most_run_pages)
    throw InvalidInput("--pages asks for " + std::to_string(n_pages) +
                       " pages of 0.7 to 30 MB each, but at most " + std::to_string(most_run_pages) +
                       " are written; take 'some', or numbers of runs, such as 0-" +
                       std::to_string(most_run_pages - 1));
}

std::vector<long> runs_with_pages(const PageChoice& choice, const Findings& of) {
  std::set<long> runs;
  const auto& found = of.statistics;
  const bool has_some = choice.groups.contains("some");
  const auto add = [&](const char* group, const std::vector<long>& list) {
    if (choice.groups.contains(group)) runs.insert(list.begin(), list.end());
    if (has_some) runs.insert(list.begin(), list.begin() + limited(list.size()));
  };
  add("best", found.best);
  add("worst", found.worst);
  for (const OutputStatistics& out : found.outputs)
    if (!out.is_verdict && out.n > 0) add("extremes", {out.run_min, out.run_max});
  if (choice.groups.contains("failed")) add_failed(of.all, of.all.failed.size(), runs);
  if (has_some) add_failed(of.all, most_of_group, runs);
  if (choice.is_all())
    for (long run = 0; run < of.study.n_runs(); ++run) runs.insert(run);
  for (const auto& [first, last] : choice.ranges)
    for (long run = first; run <= last; ++run) runs.insert(run);
  std::vector<long> list;
  for (const long run : runs)
    if (of.index.has(run) && static_cast<long>(list.size()) < most_run_pages) list.push_back(run);
  return list;
}

std::vector<long> pages_to_make(const std::vector<long>& chosen, const std::vector<long>& there,
                                const RowIndex& index) {
  std::vector<long> runs;
  std::ranges::set_difference(chosen, there, std::back_inserter(runs));
  std::erase_if(runs, [&](long run) {
    const Row row = index.row(run);
    // Only a run that began has a formulation; a row of the time limit keeps none.
    return row.formulation.empty() && row.kind != "time_limit";
  });
  return runs;
}

fs::path pages_folder(const fs::path& result) { return result / pages_folder_name; }

fs::path page_of_run(const fs::path& folder, long run) {
  return folder / (page_prefix + std::to_string(run) + page_suffix);
}

std::vector<long> pages_in(const fs::path& result) {
  std::vector<long> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(pages_folder(result), none)) {
    const std::string name = entry.path().filename().string(), number = entry.path().stem().string();
    if (!name.starts_with(page_prefix) || !name.ends_with(page_suffix)) continue;
    const std::string digits = number.substr(std::string(page_prefix).size());
    if (is_run_number(digits)) runs.push_back(std::stol(digits));
  }
  std::ranges::sort(runs);
  return runs;
}

void remove_pages(const fs::path& result) {
  std::error_code none;
  for (const long run : pages_in(result)) fs::remove(page_of_run(pages_folder(result), run), none);
  fs::remove(pages_folder(result), none);  // if it is empty
}

}  // namespace pleuel::sweep
