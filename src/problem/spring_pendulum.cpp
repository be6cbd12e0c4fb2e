#include "pleuel/problem/spring_pendulum.hpp"

#include <cmath>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/spring_pendulum_equations.hpp"

namespace pleuel {
namespace {

constexpr double published_epsilon_squared = 1e-3;
constexpr double published_end = 5;  // s

// x, y, u, v at t = 5 s for ε² = 1e-3 and g = 1 along +y.
constexpr double stiff_end_values[] = {-0.6328209748469066, 0.733637925216844, -0.9986548695837768,
                                       3.082235821594283};

std::optional<Reference> reference_for(const SpringPendulumEquations& equations, double t_end) {
  if (equations.epsilon_squared != published_epsilon_squared || t_end != published_end) return std::nullopt;
  const double* end = stiff_end_values;
  const Vector q{{end[0], equations.g * end[1]}};
  Vector acceleration(2);
  equations.force(At<double>{t_end, ConstView<double>(q.data(), 2)}, q, acceleration);
  Reference reference;
  reference.y.resize(6);
  reference.y << q, end[2], equations.g * end[3], acceleration;
  reference.scd_components = {0, 1, 2, 3};
  reference.main_components = {0, 1, 2, 3};
  reference.source =
      "computed for the equations of [YPR98, (4.3)] with extrapolation, order 12, and Radau IIA";
  return reference;
}

Case build(const std::string& name, double t_end, const OptionValues& options) {
  const SpringPendulumEquations equations{.name = name,
                                          .epsilon_squared = options.number("epsilon2"),
                                          .g = options.is("gravity", "printed") ? 1.0 : -1.0};
  Case result;
  result.name = name;
  result.system = make_system(equations);
  result.t_end = t_end;
  result.q0 = Vector{{0.9, 0}};
  result.v0 = Vector::Zero(2);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "y", "u", "v"};
  if (options.is("gravity", "printed"))
    result.remarks.push_back(
        "gravity acts along +y as in the printed equation (4.3d), not along -y as in the text above it; "
        "--set gravity=down gives the mirror image");
  result.reference = [equations](double end) { return reference_for(equations, end); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

Problem problem_with(const std::string& name, const std::string& epsilon_squared, double t_end) {
  Problem problem;
  problem.name = name;
  problem.source = "YPR98";
  problem.options = {{.name = "epsilon2",
                      .default_value = epsilon_squared,
                      .help = "compliance of the spring, epsilon^2 = 1/stiffness, m/N",
                      .minimum = 1e-16},
                     {.name = "gravity",
                      .default_value = "printed",
                      .help = "along +y as the equation is printed, or along -y as the text says",
                      .choices = {"printed", "down"}}};
  problem.build = [name, t_end](const OptionValues& options) { return build(name, t_end, options); };
  return problem;
}

}  // namespace

Problem stiff_pendulum_problem() {
  Problem problem = problem_with("stiff-pendulum", "1e-3", published_end);
  problem.title = "Point mass on a stiff spring";
  return problem;
}

Problem spring_pendulum_problem() {
  Problem problem = problem_with("spring-pendulum", "0.05", 20);
  problem.title = "Point mass on a soft spring: no constraint at all";
  return problem;
}

}  // namespace pleuel
