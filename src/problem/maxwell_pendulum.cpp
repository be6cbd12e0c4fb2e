#include "pleuel/problem/maxwell_pendulum.hpp"

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/maxwell_pendulum_equations.hpp"

namespace pleuel {
namespace {

Case maxwell_pendulum_case(const OptionValues& options) {
  const MaxwellPendulumEquations equations{
      .k = options.number("k"), .d = options.number("d"), .g = options.number("g")};

  Case result;
  result.name = "maxwell-pendulum";
  result.drawing = pendulum_drawing();
  result.system = make_system(equations);
  result.t_end = 10;
  result.q0 = Vector{{-equations.L, 0}};
  result.v0 = Vector::Zero(2);
  // No tension: s equals the whole elongation.
  result.s0 = Vector::Constant(1, equations.L + equations.anchor - equations.rest);
  result.outputs = {"x", "y", "lambda1", "s"};
  result.reference = [](double) { return std::optional<Reference>(); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem maxwell_pendulum_problem() {
  Problem problem;
  problem.name = "maxwell-pendulum";
  problem.title = "Pendulum with a spring and a dashpot in series: an internal state";
  problem.source = "this package";
  problem.options = {
      {.name = "k", .default_value = "20", .help = "stiffness of the spring, N/m", .minimum = 1e-9},
      {.name = "d", .default_value = "10", .help = "constant of the dashpot, N s/m", .minimum = 1e-9},
      {.name = "g", .default_value = "9.81", .help = "gravity along -y, m/s^2"}};
  problem.build = maxwell_pendulum_case;
  return problem;
}

}  // namespace pleuel
