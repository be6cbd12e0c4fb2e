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
#include "pleuel/lab/published_data.hpp"
#include "pleuel/lab/table_runs.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double equal_factor = 1.25;  // of errors
constexpr double equal_digits = 0.1;   // log10 of that
constexpr int timed_repeats = 3;
const char not_run_text[] = "?";
const char failed_text[] = "failed";

std::string size_text(double value) { return formatted("%.1e", value); }
std::string digits_text(double value) { return formatted("%.2f", value); }
std::string seconds_text(double value) { return formatted("%.3g", value); }

// Data needed to fill a table.
struct Filling {
  const Catalogue& catalogue;
  const TableRequest& request;
  TableRuns& runs;

  bool is_quick() const { return request.extent == TableExtent::quick; }
  bool has(const std::string& solver) const {
    return request.solvers.empty() || std::ranges::find(request.solvers, solver) != request.solvers.end();
  }
};

// Reasons of refusals without duplicates, labelled by letters.
class Footnotes {
 public:
  std::string letter(const std::string& reason) {
    auto it = std::ranges::find(reasons_, reason);
    if (it == reasons_.end()) it = reasons_.insert(reasons_.end(), reason);
    return std::string(1, static_cast<char>('a' + (it - reasons_.begin()) % 26));
  }
  void append_to(std::vector<std::string>& notes) const {
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      notes.push_back(std::string(1, static_cast<char>('a' + i % 26)) + ": " + reasons_[i]);
  }

 private:
  std::vector<std::string> reasons_;
};

// [Ste15]: the scenario of each table.
struct Scenario {
  const char* name;
  const char* title;
  double until;
};
constexpr Scenario success_1{"pendulum-5", "Pendulum, 20 s: which pairs succeed [Ste15, Table 5]", 20};
constexpr Scenario success_2{"pendulum-8", "Pendulum, 2000 s: which pairs succeed [Ste15, Table 8]", 2000};
constexpr Scenario efficiency_1{"pendulum-6", "Pendulum, 20 s: time and error [Ste15, Table 6]", 20};
constexpr Scenario efficiency_2{"pendulum-9", "Pendulum, 2000 s: time and error [Ste15, Table 9]", 2000};

std::vector<double> pendulum_tolerances(TableExtent extent) {
  if (extent == TableExtent::quick) return {1e-5, 1e-8, 1e-11};
  return tolerance_range(1e-5, 1e-12, 1);
}

// Differs from [HW96, VII.1], where v has index 2 in the original equations: the published runs of
// these programs treat it as index 1. All others have the default of their method.
Settings pendulum_settings(const std::string& solver) {
  if (solver == "RADAU5" || solver == "RADAU") return {{"v_index", "1"}};
  return {};
}
const char v_index_note[] =
    "ori2: RADAU5 and RADAU count v as index 1, as their published runs do (v_index=1); all others have the "
    "default of their method, index 2";
// Errors of the table's norm from which on a run that reached the end tells nothing.
constexpr double lost_error = 1;
const char lost_mark[] = "*";
const char reason_20_s[] =
    "reason: errors scatter. At tolerances of 0.8 to 1.25 times the given one, bdf(rcd0) has errors of "
    "2.1e-2 "
    "to 7.6e-2 at 1e-6, 1.5e-4 to 1.1e-3 at 1e-8 and 5.8e-6 to 1.0e-4 at 1e-9, radau5(rcd0) with "
    "error=strict "
    "1.5e-3 to 2.7e-3 at 1e-5. Published values lie within, except those of DASPK at 1e-6 and QUALIDAES at "
    "1e-5, "
    "0.6 and 0.9 of the smallest. RADAU5(ori2) at 1e-5 is Newton's tolerance: 8.8e-2, and 5.0e-2 with "
    "newton_tolerance=1e-5";
const char reason_2000_s[] =
    "reason: errors of rcd0 are its drift, which grows like t^2 and depends on few large local errors";
// Measured errors above this multiple of the published one are listed under the table.
constexpr double worth_a_reason = 1.5;

/// "bdf stands for DASPK, DASSL": rows with one counterpart have the same measured values.
void append_shared_counterparts(const Filling& filling, const std::vector<std::string>& solvers,
                                TableReport& report) {
  std::vector<std::pair<std::string, std::string>> texts;  // counterpart, programs
  std::vector<std::string> seen;
  for (const std::string& solver : solvers) {
    if (std::ranges::find(seen, solver) != seen.end()) continue;
    seen.push_back(solver);
    const auto counterpart = matching_method(solver, filling.catalogue);
    if (!counterpart) continue;
    const auto it =
        std::ranges::find_if(texts, [&](const auto& text) { return text.first == counterpart->method; });
    if (it == texts.end())
      texts.emplace_back(counterpart->method, solver);
    else
      it->second += ", " + solver;
  }
  for (const auto& [method, programs] : texts)
    if (programs.find(',') != std::string::npos)
      report.notes.push_back(method + " stands for " + programs +
                             ": the same formulas, so that rows with the same settings have the same values");
}
// [MM08, II.13.4] omits the derivatives of M, G and f in the Jacobian of Andrews' squeezing
// mechanism.
const Settings andrews_settings = {{"jacobian", "test-set"}};

int rank(char mark) { return static_cast<int>(std::string("-oxX").find(mark)); }

// The mark for the results of a counterpart at all tolerances.
TableCell success_cell(const Filling& filling, const Scenario& scenario, const WantedRun& pattern,
                       const SuccessMark& published, Footnotes& footnotes) {
  TableCell cell{.published =
                     published.mark + (published.footnote > 0 ? std::to_string(published.footnote) : "")};
  int n_ok = 0, n_run = 0;
  bool is_refused = false, is_lost = false;
  const auto tolerances = pendulum_tolerances(filling.request.extent);
  for (const double tolerance : tolerances) {
    WantedRun wanted = pattern;
    wanted.rtol = tolerance;
    wanted.until = scenario.until;
    const TableRun& run = filling.runs.of(wanted);
    is_lost = is_lost || (run.is_ok() && !(run.row.comparison.error_table <= lost_error));
    if (run.kind == TableRun::Kind::refused) {
      is_refused = true;
      cell.measured = "-" + footnotes.letter(run.reason);
    }
    n_run += run.kind != TableRun::Kind::not_run;
    n_ok += run.is_ok();
  }
  const int n_all = static_cast<int>(tolerances.size());
  if (n_run < n_all) {
    cell.measured = not_run_text;
    return cell;
  }
  const char mark = is_refused ? '-' : n_ok == n_all ? 'X' : n_ok > 0 ? 'x' : 'o';
  if (!is_refused) cell.measured = mark;
  if (mark == 'X' && is_lost) cell.measured += lost_mark;
  if (published.mark == '-') {
    cell.verdict = Verdict::not_comparable;
    return cell;
  }
  const int change = rank(mark) - rank(published.mark);
  cell.verdict = change > 0 ? Verdict::better : change < 0 ? Verdict::worse : Verdict::equal;
  return cell;
}

TableReport success_table(const Filling& filling, const Scenario& scenario) {
  const SuccessData data = success_data(scenario.name);
  TableReport report{.name = scenario.name, .title = scenario.title, .columns = data.formulations};
  Footnotes footnotes;
  for (const SuccessRow& published : data.rows) {
    if (!filling.has(published.solver)) continue;
    const auto counterpart = matching_method(published.solver, filling.catalogue);
    TableRow row{
        .label = published.solver, .counterpart = counterpart ? counterpart->text() : "", .cells = {}};
    for (std::size_t i = 0; i < data.formulations.size(); ++i) {
      const SuccessMark& mark = published.marks[i];
      if (counterpart) {
        WantedRun pattern{"pendulum", data.formulations[i], *counterpart};
        pattern.settings = pendulum_settings(published.solver);
        row.cells.push_back(success_cell(filling, scenario, pattern, mark, footnotes));
      } else {
        row.cells.push_back(
            {.published = mark.mark + (mark.footnote > 0 ? std::to_string(mark.footnote) : "")});
      }
    }
    report.rows.push_back(std::move(row));
  }
  report.notes = {
      "X: reached the end at every tolerance, 1e-5 … 1e-12; x: at some; o: at none; -: structure not "
      "supported; cells against a published '-' are not comparable",
      "*: reached the end at every tolerance, but with an error (ERR of the next table) above 1 at some",
      v_index_note};
  std::vector<std::string> solvers;
  for (const SuccessRow& row : data.rows)
    if (filling.has(row.solver)) solvers.push_back(row.solver);
  append_shared_counterparts(filling, solvers, report);
  if (filling.is_quick()) report.notes.push_back("measured at 1e-5, 1e-8 and 1e-11 only");
  for (const int number : {1, 2, 4, 5, 6})
    report.notes.push_back(std::to_string(number) + ": " + success_footnote(number));
  footnotes.append_to(report.notes);
  return report;
}

// Two lines per pair: times and errors.
void add_efficiency(const Filling& filling, const Scenario& scenario,
                    const std::vector<const EfficiencyRow*>& of_pair, TableReport& report) {
  const std::string label = of_pair.front()->solver + "(" + of_pair.front()->formulation + ")";
  const auto counterpart = matching_method(of_pair.front()->solver, filling.catalogue);
  const std::string text = counterpart ? counterpart->text() : "";
  TableRow times{.label = label + " Tsim", .counterpart = text, .cells = {}};
  TableRow errors{.label = label + " ERR", .counterpart = text, .cells = {}};
  for (const EfficiencyRow* published : of_pair) {
    TableCell time{.published = published->seconds ? size_text(*published->seconds) : "-"};
    TableCell error{.published = published->error ? size_text(*published->error) : "-"};
    if (published->seconds) time.published_value = *published->seconds;
    if (published->error) error.published_value = *published->error;
    if (counterpart) {
      WantedRun wanted{"pendulum", published->formulation, *counterpart, published->tolerance};
      wanted.until = scenario.until;
      wanted.repeats = timed_repeats;
      wanted.settings = pendulum_settings(published->solver);
      const TableRun& run = filling.runs.of(wanted);
      time.measured = error.measured = run.kind == TableRun::Kind::not_run ? not_run_text : failed_text;
      if (run.is_ok()) {
        time.measured = size_text(time.measured_value = run.row.cpu_seconds);
        error.measured = size_text(error.measured_value = run.row.comparison.error_table);
        const double ratio = published->error ? error.measured_value / *published->error : 0;
        error.verdict = ratio < 1 / equal_factor ? Verdict::better
                        : ratio <= equal_factor  ? Verdict::equal
                                                 : Verdict::worse;
      } else if (run.kind != TableRun::Kind::not_run) {
        error.verdict = published->error ? Verdict::worse : Verdict::equal;
      }
    }
    times.cells.push_back(std::move(time));
    errors.cells.push_back(std::move(error));
  }
  report.rows.push_back(std::move(times));
  report.rows.push_back(std::move(errors));
}

/// Lists the cells that are clearly worse than published, with the reason.
void append_reasons(const Scenario& scenario, TableReport& report) {
  std::string cells;
  for (const TableRow& row : report.rows)
    for (std::size_t i = 0; i < row.cells.size() && i < report.columns.size(); ++i) {
      const TableCell& cell = row.cells[i];
      if (cell.verdict == Verdict::worse && cell.measured_value > worth_a_reason * cell.published_value)
        cells += (cells.empty() ? "" : ", ") + row.label.substr(0, row.label.find(' ')) + " " +
                 report.columns[i] + " (" + formatted("%.1f", cell.measured_value / cell.published_value) +
                 ")";
    }
  if (cells.empty()) return;
  report.notes.push_back("errors above 1.5 of the published ones (factor): " + cells);
  report.notes.push_back(scenario.until == 20 ? reason_20_s : reason_2000_s);
}

TableReport efficiency_table(const Filling& filling, const Scenario& scenario) {
  TableReport report{.name = scenario.name, .title = scenario.title};
  const auto tolerances = pendulum_tolerances(filling.request.extent);
  for (const double tolerance : tolerances) report.columns.push_back(formatted("%.0e", tolerance));
  const auto data = efficiency_data(scenario.name);
  std::vector<const EfficiencyRow*> of_pair;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (std::ranges::find(tolerances, data[i].tolerance) != tolerances.end()) of_pair.push_back(&data[i]);
    const bool is_last = i + 1 == data.size() || data[i + 1].solver != data[i].solver ||
                         data[i + 1].formulation != data[i].formulation;
    if (!is_last) continue;
    if (filling.has(data[i].solver)) add_efficiency(filling, scenario, of_pair, report);
    of_pair.clear();
  }
  report.notes = {
      "Tsim: seconds, published on an AMD Phenom II X6 1090T (3210 MHz), measured on this machine: not "
      "judged",
      scenario.until == 20
          ? "ERR: sqrt(dt sum |e|^2) over x, y, v, w, lambda every 0.02 s, against the exact solution"
          : "ERR: sqrt(dt sum |e|^2) over x, y, v, w, lambda every 2 s, against (1, 0, 0, 0, 0) as "
            "published: the printed g puts a floor of 3.3e-5 under it",
      v_index_note,
      "errors within a factor 1.25 count as equal; '-' or 'failed': the integration was not successful"};
  std::vector<std::string> solvers;
  for (const EfficiencyRow& row : data)
    if (filling.has(row.solver)) solvers.push_back(row.solver);
  append_shared_counterparts(filling, solvers, report);
  append_reasons(scenario, report);
  return report;
}

// [MM08]: how the test set runs a problem.
struct TestSetProblem {
  const char* case_name;
  const char* formulation;
  double h0_per_rtol;
  int last_m;  // rtol = 10^−(4 + m/m_per_decade), m = 0 … last_m
  int m_per_decade;
  Settings settings = {};
};
const TestSetProblem crank{"slider-crank", "rcd1", 1e-2, 24, 4};
// Differs from [MM08, II.13.4]: the text says m ≤ 48, but its Table II.13.1 lists m = 55 and 56.
const TestSetProblem andrews{"andrews", "ori2", 1, 56, 8, andrews_settings};

void append_jacobian_note(const TestSetProblem& problem, TableReport& report) {
  if (problem.settings.empty()) return;
  report.notes.push_back(
      "the derivatives of M, G and f are left out of the Jacobian, as in the test set (jacobian=test-set)");
}

TableCell count_cell(long published, const TableRun& run, long measured) {
  TableCell cell{.published = std::to_string(published), .published_value = static_cast<double>(published)};
  if (!run.is_ok()) return cell;
  cell.measured = std::to_string(measured);
  cell.measured_value = static_cast<double>(measured);
  return cell;
}

TableCell digits_cell(double published, const TableRun& run, double measured) {
  TableCell cell{.published = digits_text(published), .published_value = published};
  if (run.kind == TableRun::Kind::not_run) return cell;
  if (!run.is_ok()) {
    cell.measured = failed_text;
    cell.verdict = Verdict::worse;
    return cell;
  }
  cell.measured = digits_text(measured);
  cell.measured_value = measured;
  const double change = measured - published;
  cell.verdict = change > equal_digits    ? Verdict::better
                 : change < -equal_digits ? Verdict::worse
                                          : Verdict::equal;
  return cell;
}

TableReport characteristics_table(const Filling& filling, const std::string& name,
                                  const TestSetProblem& problem) {
  TableReport report{.name = name,
                     .title = std::string(problem.case_name) + " in " + problem.formulation +
                              ": run characteristics [MM08, Table II." +
                              (name == "crank-19.3" ? "19.3" : "13.3") + "]",
                     .columns = {"mescd", "scd", "steps", "accept", "f", "jac", "LU", "seconds"}};
  for (const CharacteristicsRow& p : characteristics_data(name)) {
    if (!filling.has(p.solver) || (filling.is_quick() && p.rtol < 0.9e-6)) continue;
    const auto counterpart = matching_method(p.solver, filling.catalogue);
    TableRow row{.label = p.solver + " " + formatted("%.0e", p.rtol),
                 .counterpart = counterpart ? counterpart->text() : "",
                 .cells = {}};
    static const TableRun absent;
    const TableRun& run = counterpart ? filling.runs.of({problem.case_name,
                                                         problem.formulation,
                                                         *counterpart,
                                                         p.rtol,
                                                         p.h0,
                                                         {},
                                                         timed_repeats,
                                                         problem.settings})
                                      : absent;
    const Statistics& n = run.row.statistics;
    TableCell seconds{.published = seconds_text(p.seconds), .published_value = p.seconds};
    if (run.is_ok()) seconds.measured = seconds_text(seconds.measured_value = run.row.cpu_seconds);
    row.cells = {digits_cell(p.mescd, run, run.row.comparison.mescd),
                 digits_cell(p.scd, run, run.row.comparison.scd),
                 count_cell(p.steps, run, n.steps),
                 count_cell(p.accepted, run, n.accepted),
                 count_cell(p.f, run, n.rhs),
                 count_cell(p.jacobians, run, n.jacobians),
                 count_cell(p.lu, run, n.factorizations),
                 std::move(seconds)};
    report.rows.push_back(std::move(row));
  }
  report.notes = {
      "digits within 0.1 count as equal; times are of different machines, and counts are not judged",
      "measured f counts one residual per stage, LU one real or one complex factorisation each"};
  append_jacobian_note(problem, report);
  return report;
}

// The failed runs of a solver, by their numbers m.
TableRow failed_row(const Filling& filling, const TestSetProblem& problem, const FailedRow& published) {
  const auto counterpart = matching_method(published.solver, filling.catalogue);
  TableCell m{.published = ranges_text(published.m)};
  TableCell reason{.published = published.reason};
  if (counterpart) {
    std::vector<int> failed;
    bool is_complete = true;
    for (int i = 0; i <= problem.last_m; ++i) {
      const bool is_listed = std::ranges::find(published.m, i) != published.m.end();
      if (filling.is_quick() && i % 4 != 0 && !is_listed) continue;
      const double rtol = std::pow(10, -(4 + static_cast<double>(i) / problem.m_per_decade));
      const TableRun& run = filling.runs.of({problem.case_name,
                                             problem.formulation,
                                             *counterpart,
                                             rtol,
                                             problem.h0_per_rtol * rtol,
                                             {},
                                             0,
                                             problem.settings});
      is_complete = is_complete && run.kind != TableRun::Kind::not_run;
      if (run.is_ok() || run.kind == TableRun::Kind::not_run) continue;
      failed.push_back(i);
      if (reason.measured.empty()) reason.measured = run.reason;
    }
    m.measured = is_complete ? ranges_text(failed) : not_run_text;
    if (is_complete) {
      m.verdict = failed.size() < published.m.size()   ? Verdict::better
                  : failed.size() > published.m.size() ? Verdict::worse
                                                       : Verdict::equal;
    }
  }
  return {
      .label = published.solver, .counterpart = counterpart ? counterpart->text() : "", .cells = {m, reason}};
}

TableReport failed_table(const Filling& filling, const std::string& name, const TestSetProblem& problem) {
  TableReport report{.name = name,
                     .title = std::string(problem.case_name) + " in " + problem.formulation +
                              ": failed runs [MM08, Table II." + (name == "crank-failed" ? "19.1" : "13.1") +
                              "]",
                     .columns = {"failed m", "reason"}};
  const auto listed = failed_data(name);
  // All programs of the test set; those not listed did not fail.
  for (const char* solver : {"BIMD", "GAMD", "MEBDFDAE", "MEBDFI", "PSIDE-1", "RADAU", "RADAU5"}) {
    if (!filling.has(solver)) continue;
    const auto it = std::ranges::find_if(listed, [&](const FailedRow& row) { return row.solver == solver; });
    report.rows.push_back(failed_row(filling, problem, it != listed.end() ? *it : FailedRow{solver, {}, ""}));
  }
  report.notes = {"rtol = atol = 10^-(4 + m/" + std::to_string(problem.m_per_decade) + "), m = 0 … " +
                  std::to_string(problem.last_m) + ", h0 = " + formatted("%g", problem.h0_per_rtol) +
                  " rtol"};
  if (filling.is_quick())
    report.notes.push_back("measured only for every fourth m and for those listed as failed");
  append_jacobian_note(problem, report);
  return report;
}

struct Table {
  const char* name;
  std::function<TableReport(const Filling&)> fill;
  bool makes_own_runs = false;  ///< `fill` is called once
};

const std::vector<Table>& tables() {
  static const std::vector<Table> all = {
      {success_1.name, [](const Filling& f) { return success_table(f, success_1); }},
      {efficiency_1.name, [](const Filling& f) { return efficiency_table(f, efficiency_1); }},
      {success_2.name, [](const Filling& f) { return success_table(f, success_2); }},
      {efficiency_2.name, [](const Filling& f) { return efficiency_table(f, efficiency_2); }},
      {"crank-failed", [](const Filling& f) { return failed_table(f, "crank-failed", crank); }},
      {"crank-19.3", [](const Filling& f) { return characteristics_table(f, "crank-19.3", crank); }},
      {"crank-mdop5", [](const Filling& f) { return explicit_crank_table(f.catalogue, f.request); }, true},
      {"andrews-failed", [](const Filling& f) { return failed_table(f, "andrews-failed", andrews); }},
      {"andrews-13.3", [](const Filling& f) { return characteristics_table(f, "andrews-13.3", andrews); }},
      {"bushing-1", [](const Filling& f) { return bushing_table(f.catalogue, f.request); }, true},
      {"flexcrank-2", [](const Filling& f) { return flexible_crank_table(f.catalogue, f.request); }, true},
      {"orders", [](const Filling& f) { return order_table(f.catalogue, f.request); }, true}};
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
  for (const Table& table : tables()) names.emplace_back(table.name);
  return names;
}

TableReport published_table(const Catalogue& catalogue, const TableRequest& request,
                            const TableWatch& watch) {
  check(request);
  const auto table = std::ranges::find_if(tables(), [&](const Table& t) { return t.name == request.name; });
  TableRuns runs(catalogue, request, watch);
  const Filling filling{catalogue, request, runs};
  if (!table->makes_own_runs) (void)table->fill(filling);  // collects the required runs
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
    const char* table;
  };
  static const std::vector<Sheet> sheets = {{"pendulum", efficiency_1.until, efficiency_1.name},
                                            {"pendulum", efficiency_2.until, efficiency_2.name},
                                            {crank.case_name, 0.1, "crank-19.3"},
                                            {andrews.case_name, 0.03, "andrews-13.3"}};
  const auto sheet = std::ranges::find_if(
      sheets, [&](const Sheet& s) { return s.case_name == case_name && s.t_end == t_end; });
  if (sheet == sheets.end()) return std::nullopt;
  const auto table =
      std::ranges::find_if(tables(), [&](const Table& t) { return t.name == std::string(sheet->table); });
  const TableRequest request{.name = sheet->table};
  const TableWatch nobody;
  TableRuns runs(catalogue, request, nobody);
  const Filling filling{catalogue, request, runs};
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
  for (const Scenario& scenario : {success_1, success_2})
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
