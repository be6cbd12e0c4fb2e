#include "pleuel/problem/pendulum.hpp"

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/pendulum_equations.hpp"
#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {
namespace {

constexpr double printed_gravity = 13.7503716373294544;  // m/s² [Ste15, Table 3]
constexpr double scenario_1_end = 20;                    // s
constexpr double scenario_2_end = 2000;                  // s
// x, y, v, w, λ of (x, y, v, w, ax, ay, λ)
const std::vector<int> paper_unknowns = {0, 1, 2, 3, 6};

void write(const PendulumSolution::State& s, Vec y) {
  const long double values[] = {s.x, s.y, s.v, s.w, s.ax, s.ay, s.lambda};
  for (int i = 0; i < 7; ++i) y[i] = static_cast<double>(values[i]);
}

Reference exact_reference(const PendulumSolution& solution, double t_end) {
  Reference reference;
  reference.y.resize(7);
  write(solution.at(t_end), view(reference.y));
  reference.scd_components = paper_unknowns;
  reference.main_components = paper_unknowns;
  reference.source = "exact solution in Jacobi elliptic functions for the g of the equations";
  return reference;
}

/// Norms of the tables: Table 6 (20 s) was compared with an accurate solution every 0.02 s, Table 9
/// (2000 s) with (1, 0, 0, 0, 0) every 2 s. Differs from [Ste15, 2.2.1]: the printed g does not
/// give the period 2 s, so the accurate solution is the elliptic one for that g. Table 9 keeps its
/// comparison, which limits its errors to at least 3.3e-5.
std::optional<TableNorm> paper_norm(const PendulumSolution& solution, double g, double t_end) {
  TableNorm norm;
  norm.components = paper_unknowns;
  if (t_end == scenario_1_end) {
    norm.dt = 0.02;
    norm.reference = [solution](double t, Vec y) { write(solution.at(t), y); };
  } else if (t_end == scenario_2_end) {
    norm.dt = 2;
    norm.reference = [g](double, Vec y) {
      write({.x = 1, .y = 0, .v = 0, .w = 0, .ax = 0, .ay = -g, .lambda = 0}, y);
    };
  } else {
    return std::nullopt;
  }
  return norm;
}

Case pendulum_case(const OptionValues& options) {
  const bool has_printed_gravity = options.is("g", "published");
  const double g = has_printed_gravity ? printed_gravity : pendulum_gravity_for_period(2);
  const PendulumSolution solution(g);

  Case result;
  result.name = "pendulum";
  result.system = pendulum_system(g, "pendulum");
  result.t_end = scenario_1_end;
  result.drawing = pendulum_drawing();
  result.q0 = Vector::Zero(2);
  result.q0[0] = 1;
  result.v0 = Vector::Zero(2);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "y", "v", "w", "lambda"};
  if (has_printed_gravity) {
    result.remarks.push_back(
        "the published g = 13.7503716373294544 m/s^2 gives the period 1.99999999990627826 s, not 2 s (that "
        "needs "
        "13.75037163604074565; --set g=period): errors are measured against the exact solution for this g");
  }
  result.reference = [solution](double t_end) -> std::optional<Reference> {
    return exact_reference(solution, t_end);
  };
  result.table_norm = [solution, g](double t_end) { return paper_norm(solution, g, t_end); };
  return result;
}

}  // namespace

std::shared_ptr<const MechanicalSystem> pendulum_system(double g, const char* name) {
  return make_system(PendulumEquations{.m = 1, .L = 1, .g = g, .name = name});
}

Problem pendulum_problem() {
  Problem problem;
  problem.name = "pendulum";
  problem.title = "Simple pendulum in absolute coordinates";
  problem.source = "Ste15";
  problem.options = {
      {.name = "g",
       .default_value = "published",
       .help = "gravity: the printed 13.7503716373294544 m/s^2, or the one that gives the period 2 s",
       .choices = {"published", "period"}}};
  problem.build = pendulum_case;
  return problem;
}

}  // namespace pleuel
