#include "pleuel/lab/pendulum_tables.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/published_data.hpp"

namespace pleuel {
namespace {

std::string size_text(double value) { return formatted("%.1e", value); }

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

std::vector<double> pendulum_tolerances(TableExtent extent) {
  if (extent == TableExtent::quick) return {1e-5, 1e-8, 1e-11};
  return tolerance_range(1e-5, 1e-12, 1);
}

const char v_index_note[] =
    "ori2: RADAU5 and RADAU count v as index 1, as their published runs do (v_index=1); all others have the "
    "default of their method, index 2";
// Errors of the table's norm from which on a run that reached the end tells nothing.
constexpr double lost_error = 1;
const char lost_mark[] = "*";
const char reason_20_s[] =
    "reason: errors scatter. At tolerances of 0.8 to 1.25 times the given one, bdf(rcd0) has errors of "
    "2.1e-2 to 7.6e-2 at 1e-6, 1.5e-4 to 1.1e-3 at 1e-8 and 5.8e-6 to 1.0e-4 at 1e-9, radau5(rcd0) with "
    "error=strict 1.5e-3 to 2.7e-3 at 1e-5. Published values lie within, except those of DASPK at 1e-6 and "
    "QUALIDAES at 1e-5, 0.6 and 0.9 of the smallest. RADAU5(ori2) at 1e-5 is Newton's tolerance: 8.8e-2, and "
    "5.0e-2 with newton_tolerance=1e-5";
const char reason_2000_s[] =
    "reason: the error is a phase error, 6e4 times the relative change of energy (bdf, psi0 and "
    "ovd0, 1e-11 and 1e-12): a sum of local errors with their signs, which may cancel. Published "
    "errors are lower where they fall by more than the order gives, or do not fall: ODASSL(psi0) by "
    "52 and ODASSL(rcd0) by 19 from 1e-11 to 1e-12 (order 5: 6.8), QUALIDAES(psi1) by 47 to 1e-7, "
    "while GEOMS(ovd1), ODASSL(ovd0) and QUALIDAES(ovd1) grow or stay after 1e-6, 1e-10 and 1e-8. "
    "bdf(psi0) with algebraic=tested has 4.7e-3, 6.2e-4, 3.3e-5 at 1e-11 to 1e-13. At tolerances of "
    "0.8 to 1.25 times the given one errors are 4.2e-3 to 5.3e-3 and 5.2e-4 to 6.8e-4 (psi0, 1e-11), "
    "6.8e-3 to 1.6e-2 and 3.0e-3 to 3.5e-3 (ovd0, 1e-10, 1e-11), 1.3 to 3.6 and 0.33 to 0.41 (rcd0, "
    "1e-11, 1e-12); radau5: 0.025 to 0.53 (rcd1, 1e-8), 0.24 to 1.5 and 0.020 to 0.031 (rcd0, 1e-9, "
    "1e-11), with error=strict 2.0 to 3.2, 0.041 to 0.068, 1.2e-3 to 2.0e-3 (ovd1, 1e-6, 1e-8, "
    "1e-10), 0.43 to 1.1 and 0.068 to 0.11 (psi1, 1e-7, 1e-8). QUALIDAES(ggl1) at 1e-11 is below the "
    "floor. Errors above 1 tell nothing";
// Measured errors above this multiple of the published one are listed under the table.
constexpr double worth_a_reason = 1.5;

/// "bdf stands for DASPK, DASSL": rows with one counterpart have the same measured values.
void append_shared_counterparts(const TableFilling& filling, const std::vector<std::string>& solvers,
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
int rank(char mark) { return static_cast<int>(std::string("-oxX").find(mark)); }

// The mark for the results of a counterpart at all tolerances.
TableCell success_cell(const TableFilling& filling, const PendulumTable& scenario, const WantedRun& pattern,
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

}  // namespace

TableReport success_table(const TableFilling& filling, const PendulumTable& scenario) {
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
        pattern.settings = counterpart->at_index_3;
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

namespace {

// Two lines per pair: times and errors.
void add_efficiency(const TableFilling& filling, const PendulumTable& scenario,
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
      wanted.settings = counterpart->at_index_3;
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
void append_reasons(const PendulumTable& scenario, TableReport& report) {
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

}  // namespace

TableReport efficiency_table(const TableFilling& filling, const PendulumTable& scenario) {
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

}  // namespace pleuel
