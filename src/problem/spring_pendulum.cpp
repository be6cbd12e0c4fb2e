#include "pleuel/problem/spring_pendulum.hpp"

#include <cmath>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/spring_pendulum_equations.hpp"

namespace pleuel {
namespace {

constexpr double stiff_end = 5;  // s
constexpr double soft_end = 15;  // s

/// x, y, u, v at t_end, for gravity along +y. From extrapolation of order 16 in extended precision,
/// with two step sizes that agree to 5e-15.
struct EndValues {
  double epsilon_squared;
  double t_end;
  double y[4];
};
constexpr EndValues known_ends[] = {
    {1e-3, stiff_end, {-0.6328209748470382, 0.7336379252170045, -0.9986548695858144, 3.0822358215962614}},
    {0.05, soft_end, {1.0013257740352460, 0.4936192954793090, 0.6169945003908829, -0.7318821648834003}}};

Reference reference_from(const EndValues& end, const SpringPendulumEquations& equations) {
  const Vector q{{end.y[0], equations.g * end.y[1]}};
  Vector acceleration(2);
  equations.force(Configuration<double>{end.t_end, ConstView<double>(q.data(), 2)}, q, acceleration);
  Reference reference;
  reference.y.resize(6);
  reference.y << q, end.y[2], equations.g * end.y[3], acceleration;
  reference.scd_components = {0, 1, 2, 3};
  reference.main_components = {0, 1, 2, 3};
  reference.source = "extrapolation in extended precision";
  return reference;
}

std::optional<Reference> reference_for(const SpringPendulumEquations& equations, double t_end) {
  for (const EndValues& end : known_ends)
    if (end.epsilon_squared == equations.epsilon_squared && end.t_end == t_end)
      return reference_from(end, equations);
  return std::nullopt;
}

Case spring_pendulum_case(const std::string& name, double t_end, const OptionValues& options) {
  const SpringPendulumEquations equations{.name = name,
                                          .epsilon_squared = options.number("epsilon2"),
                                          .g = options.is("gravity", "printed") ? 1.0 : -1.0};
  Case result;
  result.name = name;
  result.system = make_system(equations);
  result.t_end = t_end;
  result.drawing = pendulum_drawing(DrawnLine::Kind::spring);
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
  problem.build = [name, t_end](const OptionValues& options) {
    return spring_pendulum_case(name, t_end, options);
  };
  return problem;
}

}  // namespace

Problem stiff_pendulum_problem() {
  Problem problem = problem_with("stiff-pendulum", "1e-3", stiff_end);
  problem.title = "Point mass on a stiff spring";
  return problem;
}

Problem spring_pendulum_problem() {
  Problem problem = problem_with("spring-pendulum", "0.05", soft_end);
  problem.title = "Point mass on a soft spring: no constraint at all";
  return problem;
}

}  // namespace pleuel
