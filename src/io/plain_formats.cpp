// Formats that need no further libraries.
#include "pleuel/io/format_catalogue.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/io/trajectory_csv.hpp"

namespace pleuel {
namespace {

std::string refuses_no_case(const RunPlan&) { return ""; }

std::unique_ptr<RunObserver> csv_writer(const std::filesystem::path& folder, const RunPlan&,
                                        const FormatOptions&) {
  return std::make_unique<TrajectoryCsv>(folder / "trajectory.csv");
}

std::unique_ptr<RunObserver> page_writer(const std::filesystem::path& folder, const RunPlan& plan,
                                         const FormatOptions&) {
  return std::make_unique<RunPage>(folder / "run.html", plan);
}

}  // namespace

Format csv_format() {
  return {"csv",
          "The trajectory as a table of text, one line per sample",
          "trajectory.csv",
          "",
          refuses_no_case,
          csv_writer};
}

Format page_format() {
  return {"page",          "A page for the browser: the motion, curves and what the solver did",
          "run.html",      has_pages() ? "" : page_remedy(),
          refuses_no_case, page_writer};
}

}  // namespace pleuel
