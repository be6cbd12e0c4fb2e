#include "pleuel/run/start.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/run/assembled_start.hpp"

namespace pleuel {
namespace {

Start plain_start(const RunEquations& of, double t, ConstVec y) {
  const RunPlan& plan = of.plan;
  ConsistentStart found = consistent_start(*of.dae, t, y, plan.t_end - plan.problem_case.t_begin);
  if (!found.fault.empty()) {
    throw NoConsistentState("no consistent state of '" + plan.problem_case.name +
                            "' at t = " + number_text(t, 10) + ": " + found.fault);
  }
  return {.t = t, .y = std::move(found.y), .ydot = std::move(found.ydot), .position_moved = found.moved};
}

InitialState initial_state(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s) {
  if (!of.plan.takes_redundant) return of.mechanical->consistent_start(t, q, v, s);
  ConstraintChoice choice(of.system);
  return minimum_norm_initial_state(choice, t, q, v, s);
}

Start mechanical_start(const RunEquations& of, double t, ConstVec q, ConstVec v, ConstVec s) {
  const InitialState state = initial_state(of, t, q, v, s);
  Start start;
  start.t = t;
  start.y = of.mechanical->assemble(state.q, state.v, state.a, state.lambda, state.s);
  start.ydot = of.mechanical->derivative(t, start.y);
  start.position_moved = state.position_moved;
  start.velocity_moved = state.velocity_moved;
  if (const TurnState* turns = of.system->turns()) start.turns = *turns;
  return start;
}

std::string remark_on(const SmoothStart& smooth) {
  std::string text = "smooth start by " + std::to_string(smooth.sweeps.size()) +
                     (smooth.sweeps.size() == 1 ? " sweep" : " sweeps") +
                     ": of the oscillation that a start without deformation excites there remains ";
  text += number_text(smooth.sweeps.back().remaining, 2);
  // What a deformation twice as fast as the gross motion keeps of a sweep.
  constexpr double slow = 0.25;
  if (!(smooth.sweeps.back().remaining < slow))
    text += ": the deformation is not fast against the gross motion, and no sweep can take more away";
  return text;
}

/// What became of the values given.
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
  // whatever the end of this run: its start does not depend on it
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
  Start start = mechanical_start(of, c.t_begin, smooth.q, smooth.v, c.s0);
  start.remarks.push_back(remark_on(smooth));
  report(of, from, start);
  return start;
}

Start assembled_run_start(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  const AssembledStart from = assembled(of.plan);
  Start start = mechanical_start(of, c.t_begin, from.q, from.v, c.s0);
  report(of, from, start);
  return start;
}

}  // namespace

Start first_start(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  if (of.plan.sweeps > 0) return swept_start(of);
  if (!c.is_plain() && of.mechanical->has_motion()) return assembled_run_start(of);
  if (!c.is_plain()) return mechanical_start(of, c.t_begin, c.q0, c.v0, c.s0);
  if (c.ydot0.size() == 0) return plain_start(of, c.t_begin, c.y0);
  return {.t = c.t_begin, .y = c.y0, .ydot = c.ydot0};
}

Start restart(const RunEquations& of, double t, ConstVec y) {
  if (of.plan.problem_case.is_plain()) return plain_start(of, t, y);
  const Motion at = of.mechanical->motion(t, y);
  return mechanical_start(of, t, at.q, at.v, at.s);
}

Start jumped(const RunEquations& of, const std::vector<int>& events, double t, ConstVec y) {
  const Case& c = of.plan.problem_case;
  if (c.is_plain()) {
    Vector after = y;
    for (const int i : events) c.events[i].jump(t, after);
    return plain_start(of, t, after);
  }
  const Motion before = of.mechanical->motion(t, y);
  Vector q = before.q, v = before.v, s = before.s;
  JumpedState state{q, v, s};
  for (const int i : events) c.motion_events[i].jump(t, state);
  return mechanical_start(of, t, q, v, s);
}

Start step_again(const RunEquations& of, double t, ConstVec y) {
  if (of.plan.problem_case.is_plain()) return plain_start(of, t, y);
  return {.t = t, .y = y, .ydot = of.mechanical->derivative(t, y)};
}

std::vector<Event> event_list(const RunEquations& of) {
  const Case& c = of.plan.problem_case;
  if (c.is_plain()) return c.events;
  std::vector<Event> events;
  for (const MotionEvent& event : c.motion_events) {
    events.push_back({.name = event.name,
                      .value = [value = event.value, dae = of.mechanical](
                                   double t, ConstVec y) { return value(dae->motion(t, y)); },
                      .crossing = event.crossing,
                      .effect = event.effect});
  }
  return events;
}

namespace {

/// The corners of a system at the last point that was asked for.
class CornerValues {
 public:
  explicit CornerValues(const RunEquations& of)
      : dae_(of.mechanical),
        evaluator_(of.system->make_evaluator()),
        values_(Vector::Zero(of.system->info().n_corners)) {}

  double value(int k, double t, ConstVec y) {
    if (t != t_ || y.size() != y_.size() || (y.array() != y_.array()).any()) {
      t_ = t;
      y_ = y;
      evaluator_->corners(dae_->motion(t, y), values_);
    }
    // NaN in a branch of a formula that is not taken says nothing of the other corners.
    return std::isnan(values_[k]) ? 1 : values_[k];
  }

 private:
  const MechanicalDae* dae_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  double t_ = 0;
  Vector y_, values_;
};

}  // namespace

std::vector<Event> corner_list(const RunEquations& of) {
  const RunPlan& plan = of.plan;
  if (plan.problem_case.is_plain() || plan.is_quasi_static() || plan.step.fixed_step > 0) return {};
  std::vector<Event> corners;
  const auto values = std::make_shared<CornerValues>(of);
  for (int k = 0; k < of.system->info().n_corners; ++k)
    corners.push_back({.name = "corner",
                       .value = [values, k](double t, ConstVec y) { return values->value(k, t, y); },
                       .effect = EventEffect::note});
  return corners;
}

}  // namespace pleuel
