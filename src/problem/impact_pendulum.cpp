#include "pleuel/problem/impact_pendulum.hpp"

#include <cmath>

#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/impact_pendulum_solution.hpp"
#include "pleuel/problem/pendulum.hpp"

namespace pleuel {
namespace {

Reference exact(const ImpactPendulumSolution& solution, double t_end) {
  const PendulumSolution::State s = solution.at(t_end);
  Reference reference;
  reference.y.resize(7);
  const long double values[] = {s.x, s.y, s.v, s.w, s.ax, s.ay, s.lambda};
  for (int i = 0; i < 7; ++i) reference.y[i] = static_cast<double>(values[i]);
  reference.scd_components = reference.main_components = {0, 1, 2, 3, 6};
  reference.source = "exact solution in Jacobi elliptic functions from impact to impact";
  return reference;
}

MotionEvent wall(EventEffect effect, double e) {
  MotionEvent event;
  event.name = "wall";
  event.value = [](const Motion& at) { return at.q[0]; };
  event.crossing = Crossing::falling;
  event.effect = effect;
  if (effect == EventEffect::jump) event.jump = [e](double, JumpedState& state) { state.v[0] *= -e; };
  return event;
}

Case impact_pendulum_case(const OptionValues& options) {
  const double g = options.number("g"), e = options.number("e"), angle = options.number("angle");
  const bool stops = options.is("wall", "stop");
  Case result;
  result.name = "impact-pendulum";
  result.system = pendulum_system(g, "impact-pendulum");
  result.t_end = 5;
  result.drawing = pendulum_drawing();
  result.q0 = Vector{{std::sin(angle), -std::cos(angle)}};
  result.v0 = Vector::Zero(2);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "y", "v", "w", "lambda"};
  result.motion_events = {wall(stops ? EventEffect::stop : EventEffect::jump, e)};
  result.reference = [solution = ImpactPendulumSolution(g, e, angle),
                      stops](double t_end) -> std::optional<Reference> {
    if (stops && t_end > solution.impact(1)) return std::nullopt;
    return exact(solution, t_end);
  };
  return result;
}

}  // namespace

Problem impact_pendulum_problem() {
  Problem problem;
  problem.name = "impact-pendulum";
  problem.title = "A pendulum that hits a wall below its pivot, with losses";
  problem.source = "this package";
  problem.options = {
      {.name = "e",
       .default_value = "0.8",
       .help = "coefficient of restitution",
       .minimum = 0.01,
       .maximum = 1},
      {.name = "angle",
       .default_value = "1",
       .help = "of the release, from the downward vertical, rad",
       .minimum = 1e-3,
       .maximum = 3.1},
      {.name = "g", .default_value = "9.81", .help = "gravity, m/s^2", .minimum = 1e-6, .maximum = 1e6},
      {.name = "wall",
       .default_value = "rebound",
       .help = "what the impact does: reverse the velocity, or end the run",
       .choices = {"rebound", "stop"}}};
  problem.build = impact_pendulum_case;
  return problem;
}

}  // namespace pleuel
