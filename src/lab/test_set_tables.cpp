#include "pleuel/lab/test_set_tables.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/published_data.hpp"

namespace pleuel {
namespace {

constexpr double equal_digits = 0.1;  // log10 of equal_factor

std::string digits_text(double value) { return formatted("%.2f", value); }
std::string seconds_text(double value) { return formatted("%.3g", value); }

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

/// "12+36": all factorisations.
TableCell factorizations_cell(const TableRun& run) {
  TableCell cell;
  if (!run.is_ok()) return cell;
  const Statistics& n = run.row.statistics;
  cell.measured = std::to_string(n.real_factorizations()) + "+" + std::to_string(n.complex_factorizations);
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

}  // namespace

const TestSetProblem& crank_of_test_set() {
  static const TestSetProblem problem{.case_name = "slider-crank",
                                      .formulation = "rcd1",
                                      .t_end = 0.1,
                                      .h0_per_rtol = 1e-2,
                                      .last_m = 24,
                                      .m_per_decade = 4,
                                      .failures = {"crank-failed", "19.1"},
                                      .characteristics = {"crank-19.3", "19.3"}};
  return problem;
}

const TestSetProblem& andrews_of_test_set() {
  static const TestSetProblem problem{.case_name = "andrews",
                                      .formulation = "ori2",
                                      .t_end = 0.03,
                                      .h0_per_rtol = 1,
                                      .last_m = 56,
                                      .m_per_decade = 8,
                                      .settings = {{"jacobian", "test-set"}},
                                      .failures = {"andrews-failed", "13.1"},
                                      .characteristics = {"andrews-13.3", "13.3"}};
  return problem;
}

TableReport characteristics_table(const TableFilling& filling, const TestSetProblem& problem) {
  const std::string name = problem.characteristics.name;
  TableReport report{
      .name = name,
      .title = std::string(problem.case_name) + " in " + problem.formulation +
               ": run characteristics [MM08, Table II." + problem.characteristics.number + "]",
      .columns = {"mescd", "scd", "steps", "accept", "f", "jac", "LU", "real+complex", "seconds"}};
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
                 count_cell(p.lu, run, n.real_factorizations()),
                 factorizations_cell(run),
                 std::move(seconds)};
    report.rows.push_back(std::move(row));
  }
  report.notes = {
      "digits within 0.1 count as equal; times are of different machines, and counts are not judged",
      "measured f counts one residual per stage; LU counts as the published programs do: a real "
      "factorisation "
      "together with its complex ones is one, and PSIDE's four real ones are four"};
  append_jacobian_note(problem, report);
  return report;
}

namespace {

// The failed runs of a solver, by their numbers m.
TableRow failed_row(const TableFilling& filling, const TestSetProblem& problem, const FailedRow& published) {
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

}  // namespace

TableReport failed_table(const TableFilling& filling, const TestSetProblem& problem) {
  const std::string name = problem.failures.name;
  TableReport report{.name = name,
                     .title = std::string(problem.case_name) + " in " + problem.formulation +
                              ": failed runs [MM08, Table II." + problem.failures.number + "]",
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

}  // namespace pleuel
