// Formats that need no further libraries.
#include "pleuel/io/format_catalogue.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/io/trajectory_csv.hpp"

namespace pleuel {
namespace {

std::string refuses_no_case(const RunPlan&) { return ""; }

// A case without outputs shows all its unknowns.
std::unique_ptr<RunObserver> csv_writer(const std::filesystem::path& folder, const RunPlan& plan,
                                        const FormatOptions& options) {
  const Case& of = plan.problem_case;
  std::optional<std::vector<std::string>> shown;
  if (!options.all_unknowns && !(of.outputs.empty() && of.motion_outputs.empty())) shown = of.outputs;
  return std::make_unique<TrajectoryCsv>(folder / "trajectory.csv", std::move(shown));
}

std::unique_ptr<RunObserver> page_writer(const std::filesystem::path& folder, const RunPlan& plan,
                                         const FormatOptions&) {
  return std::make_unique<RunPage>(folder / "run.html", plan);
}

}  // namespace

Format csv_format() {
  return {"csv",
          "The outputs as a table of text, one line per sample; --all: also all unknowns",
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
