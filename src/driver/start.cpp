#include "pleuel/driver/start.hpp"

#include <algorithm>
#include <cstdio>

#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/driver/assembled_start.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/smooth_start.hpp"

namespace pleuel {
namespace {

double span(const RunPlan& plan) { return plan.t_end - plan.problem_case.t_begin; }

Start plain_start(const RunPlan& plan, double t, ConstVec y) {
  ConsistentStart found = consistent_start(*plan.dae, t, y, span(plan));
  if (!found.fault.empty()) {
    char at[32];
    std::snprintf(at, sizeof at, "%.10g", t);
    throw NoConsistentState("no consistent state of '" + plan.problem_case.name + "' at t = " + at + ": " +
                            found.fault);
  }
  return {.t = t, .y = std::move(found.y), .ydot = std::move(found.ydot), .position_moved = found.moved};
}

InitialState initial_state(const RunPlan& plan, double t, ConstVec q, ConstVec v, ConstVec s) {
  if (!plan.takes_redundant) return plan.mechanical->consistent_start(t, q, v, s);
  ConstraintChoice choice(plan.problem_case.system);
  return minimum_norm_initial_state(choice, t, q, v, s);
}

Start mechanical_start(const RunPlan& plan, double t, ConstVec q, ConstVec v, ConstVec s) {
  const InitialState state = initial_state(plan, t, q, v, s);
  Start start;
  start.t = t;
  start.y = plan.mechanical->assemble(state.q, state.v, state.a, state.lambda, state.s);
  start.ydot = plan.mechanical->derivative(t, start.y);
  start.position_moved = state.position_moved;
  start.velocity_moved = state.velocity_moved;
  if (const TurnState* turns = plan.problem_case.system->turns()) start.turns = *turns;
  return start;
}

std::string remark_on(const SmoothStart& smooth) {
  std::string text = "smooth start by " + std::to_string(smooth.sweeps.size()) +
                     (smooth.sweeps.size() == 1 ? " sweep" : " sweeps") +
                     ": of the oscillation that a start without deformation excites there remains ";
  char number[32];
  std::snprintf(number, sizeof number, "%.2g", smooth.sweeps.back().remaining);
  text += number;
  // What a deformation twice as fast as the gross motion keeps of a sweep.
  constexpr double slow = 0.25;
  if (!(smooth.sweeps.back().remaining < slow))
    text += ": the deformation is not fast against the gross motion, and no sweep can take more away";
  return text;
}

/// What became of the values given.
void report(const RunPlan& plan, const AssembledStart& assembled, Start& start) {
  const Case& c = plan.problem_case;
  const Motion at = plan.mechanical->motion(start.t, start.y);
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
Start swept_start(const RunPlan& plan) {
  const Case& c = plan.problem_case;
  const AssembledStart from = assembled(plan);
  double horizon = c.t_end - c.t_begin;  // whatever the end of this run: its start does not depend on it
  for (const double t : c.breakpoints)
    if (t > c.t_begin) horizon = std::min(horizon, t - c.t_begin);
  const SmoothStart smooth = smooth_start(*c.system, {.t = c.t_begin,
                                                      .q = from.q,
                                                      .v = from.v,
                                                      .s = c.s0,
                                                      .deformation = c.deformation,
                                                      .sweeps = plan.sweeps,
                                                      .horizon = horizon});
  Start start = mechanical_start(plan, c.t_begin, smooth.q, smooth.v, c.s0);
  start.remarks.push_back(remark_on(smooth));
  report(plan, from, start);
  return start;
}

Start assembled_run_start(const RunPlan& plan) {
  const Case& c = plan.problem_case;
  const AssembledStart from = assembled(plan);
  Start start = mechanical_start(plan, c.t_begin, from.q, from.v, c.s0);
  report(plan, from, start);
  return start;
}

}  // namespace

Start first_start(const RunPlan& plan) {
  const Case& c = plan.problem_case;
  if (!c.is_plain() && c.system->turns() != nullptr)
    *c.system->turns() = first_turns(c.system->info(), c.t_begin);
  if (plan.sweeps > 0) return swept_start(plan);
  if (!c.is_plain() && plan.mechanical->has_motion()) return assembled_run_start(plan);
  if (!c.is_plain()) return mechanical_start(plan, c.t_begin, c.q0, c.v0, c.s0);
  if (c.ydot0.size() == 0) return plain_start(plan, c.t_begin, c.y0);
  return {.t = c.t_begin, .y = c.y0, .ydot = c.ydot0};
}

Start restart(const RunPlan& plan, double t, ConstVec y) {
  if (plan.problem_case.is_plain()) return plain_start(plan, t, y);
  const Motion at = plan.mechanical->motion(t, y);
  return mechanical_start(plan, t, at.q, at.v, at.s);
}

Start jumped(const RunPlan& plan, const std::vector<int>& events, double t, ConstVec y) {
  if (plan.problem_case.is_plain()) {
    Vector after = y;
    for (const int i : events) plan.problem_case.events[i].jump(t, after);
    return plain_start(plan, t, after);
  }
  const Motion before = plan.mechanical->motion(t, y);
  Vector q = before.q, v = before.v, s = before.s;
  JumpedState state{q, v, s};
  for (const int i : events) plan.problem_case.motion_events[i].jump(t, state);
  return mechanical_start(plan, t, q, v, s);
}

Start step_again(const RunPlan& plan, double t, ConstVec y) {
  if (plan.problem_case.is_plain()) return plain_start(plan, t, y);
  return {.t = t, .y = y, .ydot = plan.mechanical->derivative(t, y)};
}

std::vector<Event> event_list(const RunPlan& plan) {
  if (plan.problem_case.is_plain()) return plan.problem_case.events;
  std::vector<Event> events;
  for (const MotionEvent& event : plan.problem_case.motion_events) {
    events.push_back({.name = event.name,
                      .value = [&value = event.value, dae = plan.mechanical](
                                   double t, ConstVec y) { return value(dae->motion(t, y)); },
                      .crossing = event.crossing,
                      .effect = event.effect});
  }
  return events;
}

}  // namespace pleuel
