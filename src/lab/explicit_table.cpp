#include "pleuel/lab/explicit_table.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/embedded_data.hpp"

namespace pleuel {

TableReport explicit_crank_table(SeriesRuns& runs) {
  const TableRequest& request = runs.request();
  TableReport report{.name = request.name,
                     .title = "Slider crank: steps of an explicit method [MM08, II.19]",
                     .columns = {"accepted", "steps", "f", "seconds"}};
  constexpr const char* file = "crank-mdop5.csv";
  const CsvTable table(file, std::string(embedded_data(file)));
  runs.expect(static_cast<int>(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string solver = table.text(i, "solver");
    if (!request.solvers.empty() && std::ranges::find(request.solvers, solver) == request.solvers.end())
      continue;
    RunRequest wanted;
    wanted.case_name = "slider-crank";
    wanted.method = table.text(i, "counterpart");
    wanted.tolerance = {.rtol = table.number(i, "rtol"), .atol = table.number(i, "atol")};
    if (!runs.begin(solver)) break;
    const RunResult result = runs.run(wanted);
    TableCell accepted{.published = table.text(i, "steps"), .published_value = table.number(i, "steps")};
    TableCell steps, f, seconds;
    if (result.status == RunStatus::ok) {
      const auto fill = [](TableCell& cell, double value, std::string text) {
        cell.measured_value = value;
        cell.measured = std::move(text);
      };
      const Statistics& n = result.statistics;
      fill(accepted, static_cast<double>(n.accepted), std::to_string(n.accepted));
      fill(steps, static_cast<double>(n.steps), std::to_string(n.steps));
      fill(f, static_cast<double>(n.rhs), std::to_string(n.rhs));
      fill(seconds, result.cpu_seconds, formatted("%.3g", result.cpu_seconds));
      for (const std::string& remark : result.remarks) report.notes.push_back(remark);
    } else {
      accepted.measured = failed_text;
      report.notes.push_back(result.message);
    }
    report.rows.push_back({.label = solver + " " + table.text(i, "rtol"),
                           .counterpart = *wanted.method,
                           .cells = {accepted, steps, f, seconds}});
  }
  report.notes.insert(
      report.notes.begin(),
      "rtol 1e-5, atol 1e-6, start close to the smooth motion; the source does not say whether "
      "rejected steps are counted");
  return report;
}

}  // namespace pleuel
