#include "pleuel/problem/bouncing_ball.hpp"

#include <cmath>

#include "pleuel/problem/one_mass.hpp"

namespace pleuel {
namespace {

struct Ball {
  double h, e, g;
};

std::optional<Reference> exact(const Ball& ball, double t_end) {
  const long double g = ball.g, e = ball.e;
  const long double first = std::sqrt(2 * static_cast<long double>(ball.h) / g);
  if (e < 1 && t_end >= first * (1 + e) / (1 - e)) return std::nullopt;
  // Time since the last impact; before the first impact, since a virtual launch from the ground.
  long double tau = t_end + first, speed = g * first;
  while (tau > 2 * speed / g) {
    tau -= 2 * speed / g;
    speed *= e;
  }
  Reference reference;
  reference.y = Vector{{static_cast<double>(tau * (speed - g * tau / 2)),
                        static_cast<double>(speed - g * tau), static_cast<double>(-g)}};
  reference.scd_components = reference.main_components = {0, 1};
  reference.source = "exact: a sequence of parabolas";
  return reference;
}

MotionEvent impact(double e) {
  return {.name = "impact",
          .value = [](const Motion& at) { return at.q[0]; },
          .crossing = Crossing::falling,
          .effect = EventEffect::jump,
          .jump = [e](double, JumpedState& state) { state.v[0] *= -e; }};
}

Case bouncing_ball_case(const OptionValues& options) {
  const Ball ball{.h = options.number("h"), .e = options.number("e"), .g = options.number("g")};
  Case result;
  result.name = "bouncing-ball";
  result.system = one_mass_system({.name = "bouncing-ball", .m = 1, .g = ball.g});
  result.t_end = 3;
  result.q0 = Vector::Constant(1, ball.h);
  result.v0 = Vector::Zero(1);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "vx"};
  result.motion_events = {impact(ball.e)};
  result.reference = [ball](double t_end) { return exact(ball, t_end); };
  return result;
}

}  // namespace

Problem bouncing_ball_problem() {
  Problem problem;
  problem.name = "bouncing-ball";
  problem.title = "A ball that bounces with losses, until its impacts accumulate";
  problem.source = "this package";
  problem.options = {
      {.name = "h", .default_value = "1", .help = "height of the drop, m", .minimum = 1e-6, .maximum = 1e6},
      {.name = "e",
       .default_value = "0.8",
       .help = "coefficient of restitution",
       .minimum = 0.01,
       .maximum = 1},
      {.name = "g", .default_value = "9.81", .help = "gravity, m/s^2", .minimum = 1e-6, .maximum = 1e6}};
  problem.build = bouncing_ball_case;
  return problem;
}

}  // namespace pleuel
