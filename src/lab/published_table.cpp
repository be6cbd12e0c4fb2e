#include "pleuel/lab/published_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/lab/alpha_tables.hpp"
#include "pleuel/lab/explicit_table.hpp"
#include "pleuel/lab/order_table.hpp"
#include "pleuel/lab/pendulum_tables.hpp"
#include "pleuel/lab/test_set_tables.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

struct Table {
  std::string name;
  std::function<TableReport(const TableFilling&)> fill = {};
  /// instead of `fill`, if runs depend on earlier ones
  TableReport (*measure)(SeriesRuns&) = nullptr;
};

Table table_of(const PendulumTable& scenario,
               TableReport (*fill)(const TableFilling&, const PendulumTable&)) {
  return {.name = scenario.name, .fill = [=](const TableFilling& f) { return fill(f, scenario); }};
}

Table failures_of(const TestSetProblem& problem) {
  return {.name = problem.failures.name,
          .fill = [&](const TableFilling& f) { return failed_table(f, problem); }};
}

Table characteristics_of(const TestSetProblem& problem) {
  return {.name = problem.characteristics.name,
          .fill = [&](const TableFilling& f) { return characteristics_table(f, problem); }};
}

const std::vector<Table>& tables() {
  static const std::vector<Table> all = {table_of(success_1, success_table),
                                         table_of(efficiency_1, efficiency_table),
                                         table_of(success_2, success_table),
                                         table_of(efficiency_2, efficiency_table),
                                         failures_of(crank_of_test_set()),
                                         characteristics_of(crank_of_test_set()),
                                         {.name = "crank-mdop5", .measure = explicit_crank_table},
                                         failures_of(andrews_of_test_set()),
                                         characteristics_of(andrews_of_test_set()),
                                         {.name = "bushing-1", .measure = bushing_table},
                                         {.name = "flexcrank-2", .measure = flexible_crank_table},
                                         {.name = "orders", .measure = order_table}};
  return all;
}

void check(const TableRequest& request) {
  std::vector<std::string> faults;
  const auto names = table_names();
  if (std::ranges::find(names, request.name) == names.end())
    faults.push_back(unknown_name("table", request.name, names));
  for (const auto& solver : request.solvers) {
    const auto known = known_solvers();
    if (std::ranges::find(known, solver) == known.end())
      faults.push_back(unknown_name("program", solver, known));
  }
  for (const double limit : {request.timeout, request.budget.value_or(1)}) {
    if (!(limit > 0))
      faults.push_back("a limit of wall time is " + formatted("%g", limit) + " s, but must be positive");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

Json value_json(double value, const std::string& text) {
  if (!std::isnan(value)) return value;
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::none:
      return "";
    case Verdict::better:
      return "better";
    case Verdict::equal:
      return "equal";
    case Verdict::worse:
      return "worse";
    case Verdict::not_comparable:
      return "not comparable";
  }
  return "";
}

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const Table& table : tables()) names.push_back(table.name);
  return names;
}

TableReport published_table(const Catalogue& catalogue, const TableRequest& request,
                            const SeriesWatch& watch) {
  check(request);
  const auto table = std::ranges::find(tables(), request.name, &Table::name);
  if (table->measure != nullptr) {
    SeriesRuns series(catalogue, request, watch);
    TableReport report = table->measure(series);
    report.end = series.end();
    return report;
  }
  TableRuns runs(catalogue, request, watch);
  const TableFilling filling{catalogue, request, runs};
  (void)table->fill(filling);  // collects the required runs
  const StudyEnd end = runs.make_all();
  TableReport report = table->fill(filling);
  report.end = end;
  return report;
}

std::optional<TableReport> published_beside(const Catalogue& catalogue, const std::string& case_name,
                                            double t_end, const std::vector<StudyRow>& rows) {
  struct Sheet {
    const char* case_name;
    double t_end;  // s
    std::string table;
  };
  const TestSetProblem &crank = crank_of_test_set(), &andrews = andrews_of_test_set();
  static const std::vector<Sheet> sheets = {{"pendulum", efficiency_1.until, efficiency_1.name},
                                            {"pendulum", efficiency_2.until, efficiency_2.name},
                                            {crank.case_name, crank.t_end, crank.characteristics.name},
                                            {andrews.case_name, andrews.t_end, andrews.characteristics.name}};
  const auto sheet = std::ranges::find_if(
      sheets, [&](const Sheet& s) { return s.case_name == case_name && s.t_end == t_end; });
  if (sheet == sheets.end()) return std::nullopt;
  const auto table = std::ranges::find(tables(), sheet->table, &Table::name);
  const TableRequest request{.name = sheet->table};
  const SeriesWatch nobody;
  TableRuns runs(catalogue, request, nobody);
  const TableFilling filling{catalogue, request, runs};
  (void)table->fill(filling);
  runs.take(rows);
  TableReport report = table->fill(filling);
  std::erase_if(report.rows, [](const TableRow& row) {
    return std::ranges::all_of(row.cells, [](const TableCell& cell) {
      return cell.measured.empty() || cell.measured == not_run_text;
    });
  });
  if (report.rows.empty()) return std::nullopt;
  report.notes.insert(report.notes.begin(),
                      "measured: the runs of this bench, whose first steps and other settings may differ "
                      "from the published ones");
  return report;
}

std::string success_table_name(const std::string& case_name, double t_end) {
  for (const PendulumTable& scenario : {success_1, success_2})
    if (case_name == "pendulum" && t_end == scenario.until) return scenario.name;
  return "";
}

std::string table_json(const TableReport& report) {
  Json json = {{"name", report.name},       {"title", report.title}, {"end", name_of(report.end)},
               {"columns", report.columns}, {"rows", Json::array()}, {"notes", report.notes}};
  for (const TableRow& row : report.rows) {
    Json cells = Json::array();
    for (const TableCell& cell : row.cells) {
      cells.push_back({{"published", value_json(cell.published_value, cell.published)},
                       {"measured", value_json(cell.measured_value, cell.measured)},
                       {"verdict", name_of(cell.verdict)}});
    }
    json["rows"].push_back({{"label", row.label},
                            {"counterpart", row.counterpart.empty() ? Json(nullptr) : Json(row.counterpart)},
                            {"cells", std::move(cells)}});
  }
  return json_line(json);
}

}  // namespace pleuel
