#include "pleuel/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "pleuel/base/limits.hpp"
#include "pleuel/base/thread_pool.hpp"
#include "pleuel/linalg/linear_solvers.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/choice/pilot.hpp"
#include "pleuel/run/cpu_clock.hpp"
#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/foreign_formulation.hpp"
#include "pleuel/run/reactions.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/run/run_monitors.hpp"
#include "pleuel/run/run_resources.hpp"
#include "pleuel/run/sampler.hpp"
#include "pleuel/run/stop_conditions.hpp"

namespace pleuel {
namespace {

// The equations, the stop conditions and the observers of a run.
struct Conduct {
  const RunEquations& of;
  const RunPlan& plan;
  const Limits& limits;
  RunObserver* observer;
  RunCheckpoints* checkpoints;
};

// Calls `work`, which evaluates the model at its start. Exceptions of the model mean that there is
// no start.
template <class Work>
auto at_start(const RunPlan& plan, Work work) {
  try {
    return work();
  } catch (const NoConsistentState&) {
    throw;
  } catch (const RedundantConstraints&) {
    throw;
  } catch (const RunStopped&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw NoConsistentState("the model cannot be evaluated at its start, " +
                            at_time(plan.problem_case.t_begin) + ": " + thrown_text());
  }
}

void fail(const RunPlan& plan, Failure failure, RunResult& result) {
  failure.formulation = plan.names.formulation.name;
  if (failure.method.empty()) failure.method = plan.method->name;
  result.status = RunStatus::failed;
  result.message = failure.what;
  result.failure = std::move(failure);
}

// Calls `work`, in which the model may throw outside the integrator; returns false if it did.
template <class Work>
bool is_done(const RunPlan& plan, double t, RunResult& result, Work work) {
  try {
    work();
    return true;
  } catch (...) {
    fail(plan, thrown_failure(plan, t), result);
    return false;
  }
}

// Calls `work`, which calls the observer; returns false if the observer threw. Computed results are
// kept.
template <class Work>
bool is_told(const RunPlan& plan, double t, RunResult& result, Work work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const OutputNotFinite& error) {
    if (result.failure) return false;
    Failure failure = failure_at(plan, FailureKind::not_finite, t, error.what());
    failure.remedy = "check the parameters and the formula that it depends on, or end the run before";
    fail(plan, std::move(failure), result);
    return false;
  } catch (...) {
    if (!result.lost_output) result.lost_output = thrown_text();
    if (result.status == RunStatus::ok && t < result.header.t_end) {
      result.status = RunStatus::interrupted;
      result.message = "stopped at " + at_time(t) + ": " + *result.lost_output;
    }
    return false;
  }
}

// Records in the result which limit ended the run.
void end_by(const Limits& limits, const RunPlan& plan, const std::string& where, RunResult& result) {
  if (limits.is_stopped()) {
    result.status = RunStatus::interrupted;
    result.message = "interrupted " + where;
    return;
  }
  Failure failure =
      failure_at(plan, FailureKind::time_limit, result.t, "the wall-time limit was reached " + where);
  failure.inequality = limits.inequality();
  fail(plan, std::move(failure), result);
}

std::vector<Quantity> quantities(const std::vector<MotionOutput>& outputs) {
  std::vector<Quantity> list;
  for (const MotionOutput& output : outputs) list.push_back({output.name, output.unit});
  return list;
}

RunHeader header_of(const RunPlan& plan, const Start& start) {
  std::vector<std::string> remarks = plan.problem_case.remarks;
  remarks.insert(remarks.end(), start.remarks.begin(), start.remarks.end());
  return {.case_name = plan.problem->name,
          .title = plan.problem->title,
          .formulation = plan.names.formulation,
          .method = plan.names.method,
          .tolerance = plan.request.tolerance,
          .t_begin = plan.problem_case.t_begin,
          .t_end = plan.t_end,
          .unknowns = plan.dae.unknowns,
          .outputs = quantities(plan.outputs),
          .remarks = std::move(remarks),
          .steps_per_mark = {},
          .position_moved = start.position_moved,
          .velocity_moved = start.velocity_moved,
          .most_moved_position = start.most_moved_position,
          .most_moved_velocity = start.most_moved_velocity};
}

void arm(const RunEquations& of, const Limits& limits) {
  of.stop->arm([&limits] { return limits.are_reached(); });
}

// Arms the stop check and computes the start; empty if it was stopped.
std::optional<Start> watched_start(const RunEquations& of, const Limits& limits) {
  arm(of, limits);
  const StopCheck::Watched watched(*of.stop);
  try {
    return at_start(of.plan, [&] { return of.plan.equations->first_start(of); });
  } catch (const RunStopped&) {
    return std::nullopt;
  }
}

// The result of a run that was stopped before its start was known: y is NaN.
RunResult stopped_before_start(const RunPlan& plan, const Limits& limits) {
  RunResult result;
  result.header = header_of(plan, Start{});
  result.t = plan.problem_case.t_begin;
  result.y = Vector::Constant(plan.dae.n_unknowns(), not_a_number);
  result.residuals = {not_a_number, not_a_number, not_a_number};
  end_by(limits, plan, "while the start was made consistent", result);
  return result;
}

// Passes the last segment to the observer.
void show(const Conduct& conduct, const EventLoop& loop, const Segment& segment, Sampler& sampler) {
  const RunPlan& plan = conduct.plan;
  if (segment.t > segment.begin) sampler.step(segment.t, loop.y_end(), loop.dense_output());
  if (segment.restart == Segment::Restart::jump) sampler.jump(segment.t, loop.y_end(), loop.y());
  if (segment.restart == Segment::Restart::breakpoint) sampler.breakpoint(segment.t, loop.y());
  if (conduct.observer == nullptr) return;
  const double t_begin = plan.problem_case.t_begin;
  conduct.observer->progress((segment.t - t_begin) / (plan.t_end - t_begin), segment.t);
}

// Passes the work of the last step to the observer; `before` are the counts at the previous step.
void report_step(const Conduct& conduct, const EventLoop& loop, const Segment& segment,
                 const RunMonitors& monitors, OutputRow& outputs, Statistics& before) {
  if (conduct.observer == nullptr || segment.h == 0) return;
  const Statistics now = loop.statistics();
  const MotionMonitor* motion = monitors.motion();
  conduct.observer->step({.begin = segment.begin,
                          .t = segment.t,
                          .h = segment.h,
                          .order = segment.order,
                          .since = now - before,
                          .residuals = motion ? motion->last_residuals()
                                              : ConstraintResiduals{not_a_number, not_a_number, not_a_number},
                          .energy = motion ? motion->energy() : not_a_number,
                          .energy_error = motion ? -motion->numerical_dissipation() : not_a_number,
                          .dense = loop.dense_output(),
                          .outputs = outputs});
  before = now;
}

// The next segment; its evaluations may stop it.
Segment advanced(const RunEquations& of, EventLoop& loop) {
  const StopCheck::Watched watched(*of.stop);
  return loop.advance();
}

void start(const RunEquations& of, const Start& at, EventLoop& loop) {
  const StopCheck::Watched watched(*of.stop);
  loop.start(at);
}

// The parts of a run that change from segment to segment.
struct RunParts {
  EventLoop& loop;
  Sampler& sampler;
  RunMonitors& monitors;
  Reactions& reactions;
  LinearSolvers* solvers;
  double& cpu_seconds;
  Statistics before = {};  // at the last report of a step
  long n_marked = 0;       // accepted steps at the last mark
};

template <class Parts, class Stream>
void state_of_run(Parts& parts, Stream& stream) {
  stream.section("run");
  stream(parts.before, parts.n_marked, parts.sampler, parts.monitors);
  if (parts.solvers != nullptr) stream(*parts.solvers);
  // Last: all else is the same in every run of this plan.
  stream(parts.cpu_seconds);
}

// Forgets matrices, as a run that continues from here will.
void take_mark(const Conduct& conduct, RunParts& parts, StateWriter& state) {
  parts.n_marked = parts.loop.statistics().accepted;
  state.clear();
  parts.loop.save(state);
  parts.reactions.save(state);
  state_of_run(parts, state);
  conduct.checkpoints->mark(parts.loop.t(), state, parts.loop.events());
}

void restore(RunParts& parts, StateReader state, std::vector<RunEvent> events) {
  parts.loop.load(state, std::move(events));
  parts.reactions.load(state);
  state_of_run(parts, state);
  if (!state.is_at_end()) throw StateMismatch("the saved state is longer than that of this run");
}

bool is_mark_due(const Conduct& conduct, const RunParts& parts) {
  const long every = steps_per_mark(conduct.plan);
  return !parts.loop.is_finished() && parts.loop.statistics().accepted / every > parts.n_marked / every &&
         parts.loop.can_be_saved();
}

// The segments of the observed run, until its end.
void observed_segments(const Conduct& conduct, RunParts& parts, RunResult& result) {
  const auto& [of, plan, limits, observer, checkpoints] = conduct;
  auto& [loop, sampler, monitors, reactions, solvers, cpu_seconds, before, n_marked] = parts;
  OutputRow seen(plan.outputs, [&reactions](double t, ConstVec y) { return reactions.seen(t, y); });
  StateWriter state;
  while (!loop.is_finished()) {
    result.t = loop.t();
    if (limits.are_reached()) return end_by(limits, plan, "at " + at_time(result.t), result);
    const double clock = cpu_seconds_now();
    Segment segment = advanced(of, loop);
    cpu_seconds += cpu_seconds_now() - clock + segment.kept_seconds;
    if (segment.failure && of.stop->has_stopped())
      return end_by(limits, plan, "in the step after " + at_time(result.t), result);
    const bool has_moved = segment.t > result.t || loop.has_stopped();
    if (segment.failure) {
      fail(plan, std::move(*segment.failure), result);
      if (const auto changes = loop.method_changes(); !changes.empty())
        result.failure->formulation = changes.back().formulation;
    }
    // A jump at a breakpoint, or one that triggers another, takes no time.
    if (!has_moved && (result.failure || segment.restart == Segment::Restart::none)) return;
    // Sample first: the step is valid, whatever the monitors report.
    const bool is_sampled = is_told(plan, segment.t, result, [&] { show(conduct, loop, segment, sampler); });
    if (result.failure) return;
    const auto look = [&] {
      monitors.step(loop, segment);
      reactions.look(segment.t, loop.y_end());
    };
    if (!is_done(plan, segment.t, result, look) || !is_sampled) return;
    const auto report = [&] { report_step(conduct, loop, segment, monitors, seen, before); };
    if (!is_told(plan, segment.t, result, report)) return;
    if (checkpoints == nullptr || !is_mark_due(conduct, parts)) continue;
    if (!is_told(plan, segment.t, result, [&] { take_mark(conduct, parts, state); })) return;
  }
}

// The run with observers. Sets status, message, failure, t, y, events, statistics and the sum of
// the steps' times.
void observed_run(const Conduct& conduct, const Start& from, EventLoop* begun, RunMonitors& monitors,
                  Reactions& reactions, RunResult& result) {
  const RunPlan& plan = conduct.plan;
  OutputRow outputs(plan.outputs, reactions.motion_for(plan.outputs));
  Sampler sampler(plan.request, from.t, plan.t_end, conduct.observer, outputs);
  result.t = from.t;
  result.y = from.y;
  const double clock = cpu_seconds_now();
  std::unique_ptr<EventLoop> own;
  if (begun == nullptr) own = std::make_unique<EventLoop>(conduct.of);
  EventLoop& loop = begun != nullptr ? *begun : *own;
  const bool is_started =
      begun != nullptr || is_done(plan, from.t, result, [&] { start(conduct.of, from, loop); });
  result.cpu_seconds = cpu_seconds_now() - clock;
  if (conduct.of.stop->has_stopped()) {
    result.failure.reset();
    end_by(conduct.limits, plan, "before the first step", result);
  }
  RunCheckpoints* const checkpoints = conduct.checkpoints;
  RunParts parts{loop, sampler, monitors, reactions, conduct.of.solvers.get(), result.cpu_seconds};
  if (checkpoints != nullptr && checkpoints->saved()) {
    if (!is_started) return;
    restore(parts, *checkpoints->saved(), checkpoints->events());
    reactions.follow(loop);
  } else {
    if (!is_told(plan, from.t, result, [&] { sampler.start(from.t, from.y); }) || !is_started) return;
    reactions.follow(loop);
    StateWriter state;
    const auto mark = [&] { take_mark(conduct, parts, state); };
    if (checkpoints != nullptr && loop.can_be_saved() && !is_told(plan, from.t, result, mark)) return;
  }
  observed_segments(conduct, parts, result);
  reactions.let_go();
  result.t = loop.t();
  result.y = loop.y();
  result.events = loop.events();
  result.statistics = loop.statistics();
  result.remarks = loop.remarks();
  result.method_changes = loop.method_changes();
  if (!loop.has_stopped() || result.status != RunStatus::ok) return;
  const auto stop = std::find_if(result.events.rbegin(), result.events.rend(),
                                 [](const auto& event) { return event.effect == EventEffect::stop; });
  result.ended_by = stop->name;
  result.message = "ended at " + at_time(result.t) + " by event '" + *result.ended_by + "'";
}

// Only the integration; returns its processor time, or empty if it was stopped or failed. The
// evaluations look at the clock (StopCheck), so that steps need not.
std::optional<double> bare_run(const RunEquations& of, const Start& from, const Limits& limits) {
  const double clock = cpu_seconds_now();
  EventLoop loop(of);
  try {
    start(of, from, loop);
  } catch (const RunStopped&) {
    return std::nullopt;
  }
  while (!loop.is_finished()) {
    if (limits.is_stopped() || advanced(of, loop).failure) return std::nullopt;
  }
  return cpu_seconds_now() - clock;
}

// Replaces the time of the observed run by the smallest of `repeat` runs without observers.
void repeat_run(const RunEquations& of, const Start& start, const Limits& limits, RunResult& result) {
  const RunPlan& plan = of.plan;
  std::optional<double> best;
  for (int i = 0; i < plan.request.repeat; ++i) {
    const auto seconds = bare_run(of, start, limits);
    if (!seconds) break;
    best = std::min(best.value_or(*seconds), *seconds);
  }
  result.cpu_seconds = best.value_or(result.cpu_seconds);
  if (limits.are_reached()) end_by(limits, plan, "in the repetitions; the run itself is complete", result);
}

// The i-th unknown of a mechanism, with a and λ as in outputs (Reactions).
double better_value(const Motion& at, const std::vector<Unknown>& unknowns, Eigen::Index i, double own) {
  const Group group = unknowns[i].group;
  if (group != Group::a && group != Group::lambda) return own;
  const auto first = std::find_if(unknowns.begin(), unknowns.end(),
                                  [&](const Unknown& unknown) { return unknown.group == group; });
  return (group == Group::a ? at.a : at.lambda)[i - (first - unknowns.begin())];
}

std::vector<Output> outputs_of(const RunPlan& plan, const RunResult& result, Reactions& reactions) {
  std::vector<Output> outputs;
  const auto& unknowns = result.header.unknowns;
  const ConstVec y = view(std::as_const(result.y));
  const bool has_motion = plan.motion && plan.motion->has_motion();
  const Motion at = has_motion ? reactions.at(result.t, y) : Motion{};
  for (const auto& name : plan.problem_case.outputs) {
    const auto it =
        std::find_if(unknowns.begin(), unknowns.end(), [&](const auto& u) { return u.name == name; });
    if (it == unknowns.end()) continue;
    const auto i = it - unknowns.begin();
    outputs.push_back({it->name, it->unit, has_motion ? better_value(at, unknowns, i, y[i]) : y[i]});
  }
  OutputRow row(plan.outputs, reactions.motion_for(plan.outputs));
  const ConstVec values = row.at(result.t, y);
  for (std::size_t i = 0; i < plan.outputs.size(); ++i)
    outputs.push_back({plan.outputs[i].name, plan.outputs[i].unit, values[static_cast<Eigen::Index>(i)]});
  return outputs;
}

// Explains values beyond the largest double.
void remark_on_overflow(RunResult& result) {
  const auto look = [&](const char* name, double& value) {
    if (!std::isinf(value)) return;
    value = not_a_number;
    result.remarks.push_back(std::string(name) + " exceeds the largest number of double precision");
  };
  look("the residual of the constraints at position level", result.residuals.position);
  look("the residual of the constraints at velocity level", result.residuals.velocity);
  look("the residual of the constraints at acceleration level", result.residuals.acceleration);
  look("the drift of the energy", result.energy_drift);
  look("the ratio of the energies", result.energy_ratio);
  look("the numerical dissipation", result.numerical_dissipation);
}

std::optional<Comparison> comparison_of(const RunPlan& plan, const RunResult& result,
                                        const RunMonitors& monitors) {
  if (result.status != RunStatus::ok || result.t != plan.t_end) return std::nullopt;
  auto reference = plan.problem_case.reference ? plan.problem_case.reference(plan.t_end) : std::nullopt;
  if (reference && reference->is_quasi_static != plan.is_quasi_static()) reference.reset();
  const auto table = plan.is_quasi_static() ? std::nullopt : monitors.table();
  if (!reference && !table) return std::nullopt;
  Comparison comparison;
  if (reference) {
    const Tolerances tolerances = resolve(result.header.tolerance, result.header.unknowns);
    comparison = compare(view(result.y), *reference, tolerances);
    comparison.scd_undefined = undefined_scd(*reference, result.header.unknowns, tolerances);
    compare_groups(view(result.y), *reference, result.header.unknowns, comparison);
  }
  if (table) comparison.error_table = *table;
  return comparison;
}

// A whole run, which takes over the steps of its pilot if there is one.
RunResult whole_run(const RunEquations& of, const RunWatch& watch, Pilot* pilot) {
  const RunPlan& plan = of.plan;
  if (watch.checkpoints != nullptr) check_checkpoints(plan);
  const Limits limits(watch, plan.request);
  const int n_threads = threads_of(plan);
  const auto pool = n_threads > 1 ? std::make_unique<ThreadPool>(n_threads) : nullptr;
  const ThreadPoolScope scope(pool.get());
  if (pilot != nullptr) arm(of, limits);
  const auto found = pilot != nullptr ? std::optional(pilot->start()) : watched_start(of, limits);
  if (!found) {
    RunResult stopped = stopped_before_start(plan, limits);
    if (watch.observer != nullptr)
      is_told(plan, stopped.t, stopped, [&] {
        watch.observer->begin(stopped.header);
        watch.observer->end(stopped);
      });
    return stopped;
  }
  const Start& start = *found;
  if (!start.y.allFinite() || !std::isfinite(start.position_moved + start.velocity_moved))
    throw NoConsistentState(
        "the start of '" + plan.problem->name + "' at " + at_time(start.t) +
        " has values that are not finite numbers: masses, lengths or forces of the model leave the range "
        "of double precision; check their units");
  RunMonitors monitors = at_start(plan, [&] { return RunMonitors(of, start); });

  RunResult result;
  result.header = header_of(plan, start);
  if (watch.checkpoints != nullptr) result.header.steps_per_mark = steps_per_mark(plan);
  result.message = "reached " + at_time(plan.t_end);
  if (watch.observer != nullptr) watch.observer->begin(result.header);
  const auto foreign = foreign_formulation_remark(plan, start, limits);
  Reactions reactions(of);
  EventLoop* const begun = pilot != nullptr ? &pilot->loop() : nullptr;
  const Conduct conduct{of, plan, limits, watch.observer, watch.checkpoints};
  observed_run(conduct, start, begun, monitors, reactions, result);
  if (watch.checkpoints != nullptr) watch.checkpoints->end(result);
  if (foreign) result.remarks.insert(result.remarks.begin(), *foreign);
  if (of.solvers) {
    result.solver = of.solvers->largest();
    if (result.solver) result.statistics.krylov_iterations = result.solver->krylov.iterations;
    for (std::string& remark : of.solvers->remarks()) result.remarks.push_back(std::move(remark));
  }

  is_told(plan, result.t, result, [&] {
    result.outputs = outputs_of(plan, result, reactions);
    reactions.at(result.t, view(std::as_const(result.y)));
  });
  result.reactions = reactions.estimate();
  monitors.report(result);
  remark_on_overflow(result);
  is_done(plan, result.t, result, [&] {
    result.comparison = comparison_of(plan, result, monitors);
    if (plan.request.repeat > 1 && result.status == RunStatus::ok) repeat_run(of, start, limits, result);
  });
  if (watch.observer != nullptr) is_told(plan, result.t, result, [&] { watch.observer->end(result); });
  return result;
}

}  // namespace

const char* name_of(RunStatus status) {
  switch (status) {
    case RunStatus::ok:
      return "ok";
    case RunStatus::failed:
      return "failed";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "";
}

RunResult run(const Catalogue& catalogue, const RunRequest& request, const RunWatch& watch) {
  return run(plan(catalogue, request), watch);
}

RunResult run(const RunPlan& plan, const RunWatch& watch) {
  // Marks count from the first step, which a run that takes over the steps of a pilot has not.
  if (watch.checkpoints == nullptr && plan.pilot && plan.pilot->take())
    return whole_run(plan.pilot->equations(), watch, plan.pilot.get());
  return run(RunEquations(plan), watch);
}

RunResult run(const RunEquations& of, const RunWatch& watch) { return whole_run(of, watch, nullptr); }

std::optional<double> timed_run(const RunPlan& plan, const RunWatch& watch) {
  const Limits limits(watch, plan.request);
  const RunEquations of(plan);
  const auto start = watched_start(of, limits);
  return start ? bare_run(of, *start, limits) : std::nullopt;
}

}  // namespace pleuel
