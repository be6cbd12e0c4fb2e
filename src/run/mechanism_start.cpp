#include "pleuel/run/mechanism_start.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/run/assembled_start.hpp"

namespace pleuel {
namespace {

InitialState initial_state(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s) {
  if (!of.plan.takes_redundant) return of.mechanical->consistent_start(t, q, v, s);
  ConstraintChoice choice(of.system);
  return minimum_norm_initial_state(choice, t, q, v, s);
}

std::string remark_on(const SmoothStart& smooth) {
  std::string text = "smooth start by " + std::to_string(smooth.sweeps.size()) +
                     (smooth.sweeps.size() == 1 ? " sweep" : " sweeps") +
                     ": of the oscillation that a start without deformation excites there remains ";
  text += number_text(smooth.sweeps.back().remaining, 2);
  // Remaining fraction after a sweep if the deformation is twice as fast as the gross motion.
  constexpr double slow = 0.25;
  if (!(smooth.sweeps.back().remaining < slow))
    text += ": the deformation is not fast compared with the gross motion, and further sweeps do not help";
  return text;
}

/// Reports the changes of the given values.
void report(const RunEquations& of, const AssembledStart& assembled, Start& start) {
  const RunPlan& plan = of.plan;
  const Case& c = plan.problem_case;
  const Motion at = of.mechanical->motion(start.t, start.y);
  start.position_moved = position_moved(c, at.q);
  start.velocity_moved = velocity_moved(c, at.v);
  StartReport found = report_on_start(c, assembled, at, plan.request.tolerance.rtol, plan.sweeps > 0);
  start.most_moved_position = std::move(found.position);
  start.most_moved_velocity = std::move(found.velocity);
  for (std::string& remark : found.remarks) start.remarks.push_back(std::move(remark));
}

AssembledStart assembled(const RunPlan& plan) {
  return assembled_start(plan.problem_case, plan.takes_redundant ? Redundant::allowed : Redundant::refused);
}

/// The start of the case with the deformation that follows its gross motion.
Start swept_start(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  const AssembledStart from = assembled(of.plan);
  // independent of the end of this run, because the start does not depend on it
  double horizon = c.t_end - c.t_begin;
  for (const double t : c.breakpoints)
    if (t > c.t_begin) horizon = std::min(horizon, t - c.t_begin);
  const SmoothStart smooth = smooth_start(*of.system, {.t = c.t_begin,
                                                       .q = from.q,
                                                       .v = from.v,
                                                       .s = c.s0,
                                                       .deformation = c.deformation,
                                                       .sweeps = of.plan.sweeps,
                                                       .horizon = horizon});
  Start start = mechanism_start(of, c.t_begin, smooth.q, smooth.v, c.s0);
  start.remarks.push_back(remark_on(smooth));
  report(of, from, start);
  return start;
}

Start assembled_run_start(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  const AssembledStart from = assembled(of.plan);
  Start start = mechanism_start(of, c.t_begin, from.q, from.v, c.s0);
  report(of, from, start);
  return start;
}

}  // namespace

Start first_mechanism_start(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  if (of.plan.sweeps > 0) return swept_start(of);
  if (of.mechanical->has_motion()) return assembled_run_start(of);
  return mechanism_start(of, c.t_begin, c.q0, c.v0, c.s0);
}

Start mechanism_start(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s) {
  const InitialState state = initial_state(of, t, q, v, s);
  Start start;
  start.t = t;
  start.y = of.mechanical->assemble(state.q, state.v, state.a, state.lambda, state.s);
  start.ydot = of.mechanical->derivative(t, start.y);
  start.position_moved = state.position_moved;
  start.velocity_moved = state.velocity_moved;
  if (const RevolutionState* revolutions = of.system->revolutions()) start.revolutions = *revolutions;
  return start;
}

}  // namespace pleuel
