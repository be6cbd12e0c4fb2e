// A long file: it is the list of all figures, one function per paper.
#include "pleuel/lab/paper_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

namespace of = figure_quantity;

std::vector<double> decades(int first, int last, int per_decade = 1) {
  std::vector<double> all;
  for (int i = 0; i <= (last - first) * per_decade; ++i)
    all.push_back(std::pow(10.0, -(first + double(i) / per_decade)));
  return all;
}

// --- [Ste15]: the simple pendulum ---------------------------------------------------------------

/// The combinations that the text of the paper names.
const std::vector<WorkPair>& pendulum_pairs() {
  static const std::vector<WorkPair> all = {{"rcd0", "DASSL"},     {"ggl1", "DASSL"},  {"rcd1", "MEBDF"},
                                            {"rcd0", "MEBDF"},     {"psi0", "ODASSL"}, {"ovd0", "ODASSL"},
                                            {"rcd0", "RADAU5"},    {"ggl1", "RADAU5"}, {"rcd0", "QUALIDAES"},
                                            {"ovd0", "QUALIDAES"}, {"ovd1", "GEOMS"}};
  return all;
}

struct PendulumScenario {
  const char* title;
  double until;
  double every;
  int solution, numerical, error, residuals, efficiency;  // numbers of the figures
};

FigureRun pendulum_run(const WorkPair& pair, const PendulumScenario& s) {
  return {.case_name = "pendulum",
          .formulation = pair.formulation,
          .solver = pair.solver,
          .until = s.until,
          .every = s.every};
}

std::vector<FigureCurve> pendulum_curves(const PendulumScenario& s, const std::string& quantity) {
  std::vector<FigureCurve> curves;
  for (const WorkPair& pair : pendulum_pairs())
    curves.push_back({.label = "", .run = pendulum_run(pair, s), .y = {quantity}});
  return curves;
}

std::vector<FigureCurve> components(const FigureRun& run,
                                    const std::vector<std::pair<std::string, std::string>>& named) {
  std::vector<FigureCurve> curves;
  for (const auto& [name, label] : named) curves.push_back({.label = label, .run = run, .y = {name}});
  return curves;
}

void add_scenario(std::vector<PaperFigure>& figures, const PendulumScenario& s) {
  const auto number = [](int n) { return "figure" + std::to_string(n); };
  const std::string scenario = std::string("Pendulum, ") + s.title;
  FigureRun reference = pendulum_run({"ovd0", "RADAU"}, s);
  reference.tolerance = 1e-13;
  figures.push_back(
      {.name = number(s.solution),
       .title = scenario + ": solution",
       .curves = components(reference, {{"x", "x"}, {"y", "y"}, {"v", "v"}, {"w", "w"}, {"lambda", "λ"}})});
  for (const char* component : {"x", "y", "v", "w", "lambda"})
    figures.push_back({.name = number(s.numerical) + "-" + component,
                       .title = scenario + ": numerical solutions, tolerance 1e-7",
                       .y_title = component,
                       .curves = pendulum_curves(s, component)});
  figures.push_back({.name = number(s.error),
                     .title = scenario + ": error, tolerance 1e-7",
                     .y_title = "error of (x, y, v, w, λ)",
                     .y_axis = Axis::decades,
                     .curves = pendulum_curves(s, of::error),
                     .reference = reference});
  const std::pair<const char*, std::string> residuals[] = {{"position", of::position},
                                                           {"velocity", of::velocity},
                                                           {"acceleration", of::acceleration},
                                                           {"energy", of::energy_error}};
  for (const auto& [level, quantity] : residuals)
    figures.push_back({.name = number(s.residuals) + "-" + level,
                       .title = scenario + ": residuals, tolerance 1e-7",
                       .y_title = quantity + (quantity == of::energy_error ? " in J" : ""),
                       .y_axis = Axis::decades,
                       .curves = pendulum_curves(s, quantity)});
  figures.push_back({.name = number(s.efficiency),
                     .title = scenario + ": efficiency",
                     .x_title = "processor time in s",
                     .y_title = "error of the paper's tables",
                     .x_axis = Axis::decades,
                     .y_axis = Axis::decades,
                     .work = WorkFigure{.case_name = "pendulum",
                                        .pairs = pendulum_pairs(),
                                        .tolerances = decades(5, 12),
                                        .measure = WorkFigure::Measure::error_table,
                                        .until = s.until}});
}

Paper pendulum_paper() {
  Paper paper{"pendulum", "Ste15", "Simple pendulum, 20 s (scenario 1) and 2000 s (scenario 2)", {}};
  add_scenario(paper.figures, {"20 s", 20, 0.02, 2, 3, 4, 5, 6});
  // The paper's Figure 8 shows the first ten periods of 7, and equals Figure 2.
  add_scenario(paper.figures, {"2000 s, every 2 s", 2000, 2, 7, 9, 10, 11, 12});
  return paper;
}

// --- [MM08]: the test set -----------------------------------------------------------------------

/// Two diagrams for each measure, as in the test set: one-step and block methods, and the others.
void add_work_precision(std::vector<PaperFigure>& figures, const std::string& title, const WorkFigure& series,
                        const std::string& chapter, int first) {
  const std::vector<std::vector<std::string>> programs = {{"RADAU", "RADAU5", "PSIDE-1", "GAMD"},
                                                          {"BIMD", "MEBDFI", "MEBDFDAE", "DASSL"}};
  for (const auto measure : {WorkFigure::Measure::scd, WorkFigure::Measure::mescd}) {
    for (const auto& solvers : programs) {
      WorkFigure work = series;
      work.measure = measure;
      const std::string formulation = series.pairs.front().formulation;
      work.pairs.clear();
      for (const std::string& solver : solvers) work.pairs.push_back({formulation, solver});
      figures.push_back({.name = "figure" + chapter + "." + std::to_string(first++),
                         .title = title + ": work and precision",
                         .x_title = measure == WorkFigure::Measure::scd ? "scd" : "mescd",
                         .y_title = "processor time in s",
                         .y_axis = Axis::decades,
                         .work = work});
    }
  }
}

Paper crank_paper() {
  Paper paper{"slider-crank", "MM08", "Slider crank with an elastic connecting rod, chapter II.19", {}};
  const FigureRun smooth{.case_name = "slider-crank",
                         .formulation = "rcd1",
                         .solver = "RADAU",
                         .tolerance = 1e-10,
                         .every = 1e-4};
  FigureRun rigid = smooth;
  rigid.settings = {{"start", "rigid"}};
  FigureRun nonlinear = smooth, damped = rigid;
  nonlinear.settings = {{"beam", "nonlinear"}};
  damped.settings["damping"] = "on";
  const std::string title = "Slider crank";
  for (const char* q : {"q1", "q2", "q4"})
    paper.figures.push_back({.name = std::string("figure19.2-") + q,
                             .title = title + ", rigid initial values",
                             .y_title = std::string(q) + " in m",
                             .curves = components(rigid, {{q, q}})});
  for (const char* q : {"q3", "q4"})
    paper.figures.push_back({.name = std::string("figure19.3-left-") + q,
                             .title = title + ": linear and nonlinear beam",
                             .y_title = std::string(q) + " in m",
                             .curves = {{.label = "linear", .run = smooth, .y = {q}},
                                        {.label = "nonlinear", .run = nonlinear, .y = {q}}}});
  paper.figures.push_back({.name = "figure19.3-right",
                           .title = title + ", rigid initial values, with damping",
                           .y_title = "q4 in m",
                           .curves = components(damped, {{"q4", "q4"}})});
  for (const auto& [name, unit] : std::vector<std::pair<std::string, std::string>>{{"phi2", "rad"},
                                                                                   {"x3", "m"},
                                                                                   {"q1", "m"},
                                                                                   {"q2", "m"},
                                                                                   {"q3", "m"},
                                                                                   {"q4", "m"},
                                                                                   {"lambda1", "N"},
                                                                                   {"lambda2", "N"},
                                                                                   {"lambda3", "N m"}})
    paper.figures.push_back({.name = "figure19.4-" + name,
                             .title = title,
                             .y_title = name + " in " + unit,
                             .curves = components(smooth, {{name, name}})});
  add_work_precision(paper.figures, title,
                     {.case_name = "slider-crank",
                      .pairs = {{"rcd1", "RADAU5"}},
                      .tolerances = decades(4, 10, 4),
                      .h0_per_rtol = 0.01},
                     "19", 5);
  return paper;
}

Paper andrews_paper() {
  Paper paper{"andrews", "MM08", "Andrews' squeezing mechanism, chapter II.13", {}};
  const FigureRun run{
      .case_name = "andrews", .formulation = "ori2", .solver = "RADAU", .tolerance = 1e-9, .every = 1e-4};
  for (int i = 1; i <= 7; ++i) {
    const std::string name = "q" + std::to_string(i);
    const char* const angles[] = {"β", "Θ", "γ", "Φ", "δ", "Ω", "ε"};
    paper.figures.push_back(
        {.name = "figure13.1-" + name,
         .title = "Andrews' mechanism, angles modulo 2π",
         .y_title = std::string(angles[i - 1]) + " in rad",
         .curves = {{.label = angles[i - 1], .run = run, .y = {name}, .modulo_2pi = true}}});
  }
  add_work_precision(paper.figures, "Andrews' mechanism",
                     {.case_name = "andrews",
                      .pairs = {{"ori2", "RADAU5"}},
                      .tolerances = decades(4, 11, 8),
                      .h0_per_rtol = 1,
                      .settings = {{"jacobian", "test-set"}}},
                     "13", 2);
  return paper;
}

// --- [YPR98]: the α-method ----------------------------------------------------------------------

FigureRun alpha_run(const std::string& case_name, double step, Settings settings, double tolerance = 1e-9) {
  settings.emplace("metric", "mass");  // as in the paper
  return {.case_name = case_name,
          .formulation = "",
          .solver = "alpha",
          .tolerance = tolerance,
          .step = step,
          .settings = std::move(settings)};
}

void add_alpha_pendulum(std::vector<PaperFigure>& figures) {
  const std::string name = "stiff-pendulum";
  PaperFigure energies{.name = "figure2", .title = "Stiff pendulum, h = 0.01 s", .y_title = "energy in J"};
  for (const char* rho : {"1", "0.9", "0.8", "0.5", "0"})
    energies.curves.push_back({.label = "ρ = " + std::string(rho),
                               .run = alpha_run(name, 0.01, {{"rho", rho}, {"jacobian_age", "0"}}, 1e-10),
                               .y = {of::energy}});
  PaperFigure paths{
      .name = "figure3", .title = "Stiff pendulum, ρ = 0.5", .x_title = "x in m", .y_title = "y in m"};
  for (const double h : {1e-3, 1e-2, 1e-1})
    paths.curves.push_back({.label = "h = " + number_text(h),
                            .run = alpha_run(name, h, {{"rho", "0.5"}, {"jacobian_age", "0"}}, 1e-10),
                            .y = {"y"},
                            .x = {"x"}});
  figures.push_back(std::move(energies));
  figures.push_back(std::move(paths));
}

void add_alpha_bushing(std::vector<PaperFigure>& figures) {
  const double end = 40 * std::numbers::pi * 1e-5;
  for (const auto& [iteration, number] : {std::pair{"index2", "4"}, {"cm", "5"}}) {
    PaperFigure figure{.name = std::string("figure") + number,
                       .title = std::string("Bushing, 500 steps, iteration ") + iteration,
                       .y_title = "θ in rad"};
    for (const char* rho : {"0", "0.5", "0.75"})
      figure.curves.push_back(
          {.label = "ρ = " + std::string(rho),
           .run = alpha_run("bushing", end / 500,
                            {{"rho", rho}, {"iteration", iteration}, {"jacobian_age", "0"}}, 1e-7),
           .y = {"theta"}});
    figures.push_back(std::move(figure));
  }
}

void add_alpha_crank(std::vector<PaperFigure>& figures) {
  const std::string name = "flexible-slider-crank", middle = "w2", tip = "w4";
  const auto run = [&](double n, Settings settings, double tolerance = 1e-9) {
    return alpha_run(name, 1 / n, std::move(settings), tolerance);
  };
  figures.push_back({.name = "figure7",
                     .title = "Flexible crank, h = 1/10000 s, ρ = 0.9: rod without damping",
                     .y_title = "deflection in m",
                     .curves = {{.label = "tip", .run = run(10000, {{"rho", "0.9"}}), .y = {tip}},
                                {.label = "middle", .run = run(10000, {{"rho", "0.9"}}), .y = {middle}}}});
  figures.push_back(
      {.name = "figure8",
       .title = "Flexible crank, h = 1/2000 s, ρ = 0.75",
       .y_title = "φ2 in rad, modulo 2π",
       .curves = {{.label = "index2", .run = run(2000, {{"rho", "0.75"}}), .y = {"phi2"}, .modulo_2pi = true},
                  {.label = "cm",
                   .run = run(2000, {{"rho", "0.75"}, {"iteration", "cm"}}),
                   .y = {"phi2"},
                   .modulo_2pi = true}}});
  figures.push_back({.name = "figure9",
                     .title = "Flexible crank, h = 1/500 s",
                     .y_title = "deflection of the middle in m",
                     .curves = {{.label = "ρ = 0.5", .run = run(500, {{"rho", "0.5"}}), .y = {middle}},
                                {.label = "ρ = 0", .run = run(500, {{"rho", "0"}}), .y = {middle}}}});
  constexpr double torque_end = 0.3;  // s
  const auto energy = [&](const std::string& label, const FigureRun& of_run) {
    return FigureCurve{.label = label, .run = of_run, .y = {of::energy}, .from = torque_end};
  };
  PaperFigure by_rho{
      .name = "figure10", .title = "Flexible crank after the torque, h = 1/500 s", .y_title = "energy in J"};
  PaperFigure by_step{
      .name = "figure11", .title = "Flexible crank after the torque, ρ = 0.75", .y_title = "energy in J"};
  PaperFigure by_iteration{.name = "figure12",
                           .title = "Flexible crank after the torque, h = 1/500 s, ρ = 0.75",
                           .y_title = "energy in J"};
  for (const char* rho : {"0", "0.5", "0.75"})
    by_rho.curves.push_back(energy("ρ = " + std::string(rho), run(500, {{"rho", rho}})));
  for (const int n : {300, 500, 750})
    by_step.curves.push_back(energy("h = 1/" + std::to_string(n), run(n, {{"rho", "0.75"}})));
  for (const char* iteration : {"cm", "index2"})
    by_iteration.curves.push_back(energy(iteration, run(500, {{"rho", "0.75"}, {"iteration", iteration}})));
  for (PaperFigure* figure : {&by_rho, &by_step, &by_iteration}) figures.push_back(std::move(*figure));
}

Paper alpha_paper() {
  Paper paper{
      "alpha", "YPR98", "The generalized-α method: stiff pendulum, bushing, flexible slider crank", {}};
  add_alpha_pendulum(paper.figures);
  add_alpha_bushing(paper.figures);
  add_alpha_crank(paper.figures);
  return paper;
}

// --- [RSS99]: deformable bodies -----------------------------------------------------------------

Paper deformable_paper() {
  Paper paper{"deformable", "RSS99", "Elastic and viscoplastic bodies: the bolt in a tensile test", {}};
  const FigureRun bolt{
      .case_name = "bolt", .formulation = "qs", .solver = "bdf", .tolerance = 1e-8, .every = 0.1};
  constexpr double MPa = 1e6, modulus = 150e9;  // Pa, of SS316-S-600C
  const std::string stress = "bolt.stress11.e0.g1", plastic = "bolt.ep11.e0.g1";
  paper.figures.push_back({.name = "figure7-strain",
                           .title = "Bolt: plastic strain at the first point of the gauge",
                           .y_title = "ε^p11",
                           .curves = {{.label = "ε^p11", .run = bolt, .y = {plastic}}}});
  paper.figures.push_back(
      {.name = "figure7-stress",
       .title = "Bolt: stress and strain at the first point of the gauge",
       .x_title = "ε11 = ε^p11 + σ11/E (uniaxial)",
       .y_title = "σ11 in MPa",
       .curves = {
           {.label = "σ11", .run = bolt, .y = {stress, 1 / MPa}, .x = {plastic, 1, stress, 1 / modulus}}}});
  return paper;
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {pendulum_paper(), crank_paper(), andrews_paper(), alpha_paper(),
                                         deformable_paper()};
  return all;
}

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  for (const Paper& p : papers()) names.push_back(p.name);
  return names;
}

const Paper& paper(const std::string& name) {
  const auto it = std::ranges::find(papers(), name, &Paper::name);
  if (it == papers().end()) throw InvalidInput(unknown_name("paper", name, paper_names()));
  return *it;
}

}  // namespace pleuel
