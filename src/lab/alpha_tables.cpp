#include "pleuel/lab/alpha_tables.hpp"

#include <numbers>

#include "pleuel/base/number_text.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {
namespace {

constexpr double bushing_end = 40 * std::numbers::pi * 1e-5;  // s

// Largest steps are looked for among these numbers of steps: the smallest from which on all
// converge.
constexpr int bushing_steps[] = {20, 30, 40, 50, 60, 70, 80, 100, 125, 150, 175, 200, 250, 300, 400, 500};
constexpr int crank_steps[] = {25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 400, 500, 800, 1000, 2000};

// The settings under which Newton's method is tried.
const Settings newton_settings = {{"metric", "mass"},
                                  {"predictor", "velocity"},
                                  {"newton_max", "10"},
                                  {"jacobian_age", "1"},
                                  {"newton_tolerance", "1"}};
const char newton_note[] =
    "largest steps measured here: start from q_n + h v_n, at most 10 iterations, one Newton matrix a step, "
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

/// The smallest number of steps from which on every run reaches its end; 0 if the last one fails.
template <int n>
int fewest_steps(const Catalogue& catalogue, const int (&counts)[n], double span, const RunRequest& pattern) {
  int fewest = 0;
  for (int k = n - 1; k >= 0; --k) {
    RunRequest request = pattern;
    request.step = span / counts[k];
    if (run(catalogue, request).status != RunStatus::ok) break;
    fewest = counts[k];
  }
  return fewest;
}

std::string step_text(const char* whole, int steps) {
  return steps > 0 ? std::string(whole) + "/" + std::to_string(steps) : "none";
}

struct BushingRow {
  int steps;
  double energy[6];
};
// [YPR98, Table 1]; columns ρ = 0, ½, ¾, CM and (3.3) each.
constexpr BushingRow published_energy[] = {{200, {0.10, 0.15, 0.35, 0.56, 0.76, 0.90}},
                                           {500, {0.24, 0.30, 0.40, 0.65, 0.81, 0.93}},
                                           {1200, {0.30, 0.41, 0.51, 0.76, 0.89, 0.96}}};
constexpr int published_bushing_steps[] = {40, 100, 70, 150, 80, 175};
constexpr const char* bushing_rho[] = {"0", "0", "0.5", "0.5", "0.75", "0.75"};
constexpr const char* bushing_iteration[] = {"cm", "index2", "cm", "index2", "cm", "index2"};

struct CrankRow {
  double tolerance;
  int cm, index2;
};
// [YPR98, Table 2], ρ = 0.75.
constexpr CrankRow published_crank[] = {{1e-5, 100, 175}, {1e-7, 250, 500}, {1e-9, 400, 800}};

}  // namespace

TableReport bushing_table(const Catalogue& catalogue, const TableRequest& request) {
  TableReport report{.name = request.name,
                     .title = "Bushing: energy kept, and the largest step that converges [YPR98, Table 1]",
                     .columns = {"rho=0 CM", "rho=0", "rho=1/2 CM", "rho=1/2", "rho=3/4 CM", "rho=3/4"}};
  for (const BushingRow& published : published_energy) {
    TableRow row{
        .label = "E/E0, " + std::to_string(published.steps) + " steps", .counterpart = "alpha", .cells = {}};
    for (int k = 0; k < 6; ++k) {
      const RunResult result = run(catalogue, alpha_request("bushing", bushing_end / published.steps, 1e-10,
                                                            {{"rho", bushing_rho[k]},
                                                             {"iteration", bushing_iteration[k]},
                                                             {"metric", "mass"},
                                                             {"jacobian_age", "0"}}));
      TableCell cell{.published = formatted("%.2f", published.energy[k]),
                     .published_value = published.energy[k]};
      cell.measured = "failed";
      if (result.status == RunStatus::ok)
        cell.measured = formatted("%.4f", cell.measured_value = result.energy_ratio);
      row.cells.push_back(std::move(cell));
    }
    report.rows.push_back(std::move(row));
  }
  TableRow largest{.label = "largest step", .counterpart = "alpha", .cells = {}};
  for (int k = 0; k < 6; ++k) {
    const RunRequest pattern =
        alpha_request("bushing", 0, 1e-7,
                      with({{"rho", bushing_rho[k]}, {"iteration", bushing_iteration[k]}}, newton_settings));
    largest.cells.push_back(
        {.published = step_text("T", published_bushing_steps[k]),
         .measured = step_text("T", fewest_steps(catalogue, bushing_steps, bushing_end, pattern))});
  }
  report.rows.push_back(std::move(largest));
  report.notes = {
      "E/E0: energy at T = 40 pi 1e-5 s over that at the start; lambda from index 1, tolerance 1e-10",
      same_equations_note,
      "the published -ln(E/E0) falls about like the power -1/2 of the number of steps, that of a method of "
      "order 2 "
      "much faster; no definition of energy that was tried gives the published ones",
      newton_note, "tolerance of the largest steps: 1e-7, as in the paper"};
  return report;
}

TableReport flexible_crank_table(const Catalogue& catalogue, const TableRequest& request) {
  TableReport report{
      .name = request.name,
      .title = "Flexible slider crank, rho = 0.75: the largest step that converges [YPR98, Table 2]",
      .columns = {"CM", "index-2 DAE"}};
  for (const CrankRow& published : published_crank) {
    TableRow row{
        .label = "tolerance " + formatted("%.0e", published.tolerance), .counterpart = "alpha", .cells = {}};
    for (const bool is_cm : {true, false}) {
      const RunRequest pattern =
          alpha_request("flexible-slider-crank", 0, published.tolerance,
                        with({{"rho", "0.75"}, {"iteration", is_cm ? "cm" : "index2"}}, newton_settings));
      row.cells.push_back({.published = step_text("1", is_cm ? published.cm : published.index2),
                           .measured = step_text("1", fewest_steps(catalogue, crank_steps, 1.0, pattern))});
    }
    report.rows.push_back(std::move(row));
  }
  report.notes = {
      newton_note, same_equations_note,
      "the model is that of the published program (reading=program), four elements, until 1 s: the text "
      "alone does not fix it"};
  return report;
}

}  // namespace pleuel
