#include "pleuel/lab/alpha_tables.hpp"

#include <numbers>
#include <utility>

#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/embedded_data.hpp"

namespace pleuel {
namespace {

constexpr double bushing_end = 40 * std::numbers::pi * 1e-5;  // s

// Numbers of steps to search for the largest step: the smallest from which all runs converge.
constexpr int bushing_steps[] = {20, 30, 40, 50, 60, 70, 80, 100, 125, 150, 175, 200, 250, 300, 400, 500};
constexpr int crank_steps[] = {25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 400, 500, 800, 1000, 2000};

// The settings of Newton's method.
const Settings newton_settings = {{"metric", "mass"},
                                  {"predictor", "velocity"},
                                  {"newton_max", "10"},
                                  {"jacobian_age", "1"},
                                  {"newton_tolerance", "1"}};
/// A start of Newton's method, the age of its matrix and the limit of iterations: those of
/// docs/alpha.md.
struct NewtonVariant {
  const char* text;
  const char *predictor, *jacobian_age, *newton_max;
};
constexpr NewtonVariant newton_variants[] = {
    {"q+hv, each iteration, 4", "velocity", "0", "4"}, {"q+hv, each iteration, 10", "velocity", "0", "10"},
    {"q+hv, once a step, 10", "velocity", "1", "10"},  {"q+hv, once a step, 25", "velocity", "1", "25"},
    {"q, each iteration, 10", "position", "0", "10"},  {"q, once a step, 25", "position", "1", "25"}};

Settings settings_of(const NewtonVariant& variant, const char* metric) {
  return {{"metric", metric},
          {"predictor", variant.predictor},
          {"newton_max", variant.newton_max},
          {"jacobian_age", variant.jacobian_age},
          {"newton_tolerance", "1"}};
}

const char newton_note[] =
    "largest steps measured here: start from q_n + h v_n, at most 10 iterations, one Newton matrix per step, "
    "increments of q and v (index2: and of the multipliers) below the tolerance; the paper's predictor, "
    "limit "
    "and Jacobian are not documented";
const char same_equations_note[] =
    "(3.3), (3.6) and CM are the same equations, and their converged solutions agree to 1e-12 here: "
    "different "
    "energies cannot come from converged iterations";

RunRequest alpha_request(const std::string& problem, double step, double tolerance, Settings settings) {
  RunRequest request;
  request.case_name = problem;
  request.method = "alpha";
  request.step = step;
  request.tolerance = {.rtol = tolerance, .atol = tolerance};
  request.settings = std::move(settings);
  return request;
}

Settings with(Settings settings, const Settings& more) {
  settings.insert(more.begin(), more.end());
  return settings;
}

/// The smallest number of steps from which every run completes; 0 if the last one fails.
template <int n>
int fewest_steps(SeriesRuns& runs, const int (&counts)[n], double span, const RunRequest& pattern) {
  int fewest = 0;
  for (int k = n - 1; k >= 0; --k) {
    RunRequest request = pattern;
    request.step = span / counts[k];
    if (runs.run(request).status != RunStatus::ok) break;
    fewest = counts[k];
  }
  return fewest;
}

/// The largest step that converges, "T/50" with `whole` = "T".
template <int n>
TableCell step_cell(SeriesRuns& runs, const std::string& published, const char* whole, const int (&counts)[n],
                    double span, const RunRequest& pattern) {
  TableCell cell{.published = std::string(whole) + "/" + published, .measured = not_run_text};
  if (!runs.begin("largest step")) return cell;
  const int steps = fewest_steps(runs, counts, span, pattern);
  if (runs.end() == StudyEnd::complete)
    cell.measured = steps > 0 ? std::string(whole) + "/" + std::to_string(steps) : "none";
  return cell;
}

/// Remaining energy after this number of constant steps.
TableCell energy_cell(SeriesRuns& runs, double steps, const Settings& pair, double published) {
  TableCell cell{
      .published = formatted("%.2f", published), .measured = not_run_text, .published_value = published};
  if (!runs.begin("energy")) return cell;
  const RunResult result = runs.run(alpha_request("bushing", bushing_end / steps, 1e-10,
                                                  with(pair, {{"metric", "mass"}, {"jacobian_age", "0"}})));
  cell.measured = failed_text;
  if (result.status == RunStatus::ok)
    cell.measured = formatted("%.4f", cell.measured_value = result.energy_ratio);
  return cell;
}

/// The largest steps of the bushing under each setting of Newton's method and each metric.
void add_newton_variants(SeriesRuns& runs, const CsvTable& table, TableReport& report) {
  if (runs.request().extent == TableExtent::quick) return;
  for (const char* metric : {"mass", "step"}) {
    for (const NewtonVariant& variant : newton_variants) {
      TableRow row{.label = std::string(metric) + ": " + variant.text, .counterpart = "alpha", .cells = {}};
      for (std::size_t i = 0; i < table.size(); ++i) {
        if (!table.text(i, "energy").empty()) continue;
        const Settings pair = {{"rho", table.text(i, "rho")}, {"iteration", table.text(i, "iteration")}};
        row.cells.push_back(
            step_cell(runs, table.text(i, "steps"), "T", bushing_steps, bushing_end,
                      alpha_request("bushing", 0, 1e-7, with(pair, settings_of(variant, metric)))));
      }
      report.rows.push_back(std::move(row));
    }
  }
}

CsvTable published_steps(const char* file) { return {file, std::string(embedded_data(file))}; }

}  // namespace

TableReport bushing_table(SeriesRuns& runs) {
  TableReport report{.name = runs.request().name,
                     .title = "Bushing: energy kept, and the largest step that converges [YPR98, Table 1]",
                     .columns = {"rho=0 CM", "rho=0", "rho=1/2 CM", "rho=1/2", "rho=3/4 CM", "rho=3/4"}};
  const CsvTable table = published_steps("bushing-1.csv");
  const bool is_quick = runs.request().extent == TableExtent::quick;
  const int n_pairs = static_cast<int>(report.columns.size());
  const int n_variants = is_quick ? 0 : 2 * static_cast<int>(std::size(newton_variants));
  runs.expect(static_cast<int>(table.size()) + n_pairs * n_variants);
  std::string printed;  // the number of steps of the row
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string steps = table.text(i, "steps");
    const Settings pair = {{"rho", table.text(i, "rho")}, {"iteration", table.text(i, "iteration")}};
    const bool is_energy = !table.text(i, "energy").empty();
    const std::string label = is_energy ? "E/E0, " + steps + " steps" : "largest step";
    if (std::exchange(printed, label) != label)
      report.rows.push_back({.label = label, .counterpart = "alpha", .cells = {}});
    report.rows.back().cells.push_back(
        is_energy ? energy_cell(runs, table.number(i, "steps"), pair, table.number(i, "energy"))
                  : step_cell(runs, steps, "T", bushing_steps, bushing_end,
                              alpha_request("bushing", 0, 1e-7, with(pair, newton_settings))));
  }
  add_newton_variants(runs, table, report);
  report.notes = {
      "E/E0: energy at T = 40 pi 1e-5 s over that at the start; lambda from index 1, tolerance 1e-10",
      same_equations_note,
      "the published -ln(E/E0) falls about like the power -1/2 of the number of steps, that of a method of "
      "order 2 "
      "much faster; no definition of energy that was tried gives the published ones",
      newton_note,
      "tolerance of the largest steps: 1e-7, as in the paper",
      "further rows: metric, start of Newton's method, age of its matrix and limit of iterations; none is "
      "stated in the "
      "paper"};
  return report;
}

TableReport flexible_crank_table(SeriesRuns& runs) {
  TableReport report{
      .name = runs.request().name,
      .title = "Flexible slider crank, rho = 0.75: the largest step that converges [YPR98, Table 2]",
      .columns = {"CM", "index-2 DAE"}};
  const CsvTable table = published_steps("flexible-crank-2.csv");
  runs.expect(static_cast<int>(table.size()));
  double printed = 0;  // the tolerance of the row
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double tolerance = table.number(i, "tolerance");
    if (std::exchange(printed, tolerance) != tolerance)
      report.rows.push_back(
          {.label = "tolerance " + formatted("%.0e", tolerance), .counterpart = "alpha", .cells = {}});
    const RunRequest pattern =
        alpha_request("flexible-slider-crank", 0, tolerance,
                      with({{"rho", "0.75"}, {"iteration", table.text(i, "iteration")}}, newton_settings));
    report.rows.back().cells.push_back(
        step_cell(runs, table.text(i, "steps"), "1", crank_steps, 1.0, pattern));
  }
  report.notes = {newton_note, same_equations_note,
                  "the model is that of the published program (reading=program), four elements, until 1 s: "
                  "the text does not define it completely"};
  return report;
}

}  // namespace pleuel
