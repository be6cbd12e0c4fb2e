#include "pleuel/driver/run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include "pleuel/driver/cpu_clock.hpp"
#include "pleuel/driver/minimum_norm.hpp"
#include "pleuel/driver/time_grid.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

// The consistent state and its (t, y, ẏ), from which every repetition starts.
struct Start {
  InitialState state;
  double t = 0;
  Vector y;
  Vector ydot;
};

// What may end a run before its time: someone's wish, or the wall-time limit.
class Limits {
 public:
  Limits(const RunWatch& watch, const RunRequest& request) : stop_(watch.stop), timeout_(request.timeout) {}

  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  bool is_late() const { return timeout_ && elapsed() > *timeout_; }
  bool are_reached() const { return is_stopped() || is_late(); }
  std::string inequality() const {
    return number_text(elapsed()) + " s > timeout = " + number_text(timeout_.value_or(0)) + " s";
  }

 private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  const std::atomic<bool>* stop_;
  std::optional<double> timeout_;
  Clock::time_point begin_ = Clock::now();
};

std::string at_time(double t) {
  char text[48];
  std::snprintf(text, sizeof text, "t = %.10g", t);
  return text;
}

// What is run, what may end it and who looks on.
struct Conduct {
  const RunPlan& plan;
  const Limits& limits;
  RunObserver* observer;
};

// The text of the exception in flight.
std::string thrown_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception without a text";
  }
}

// Does `work`, which evaluates the model at its start. What the model throws there means that there is none.
template <class Work>
auto at_start(const RunPlan& plan, Work work) {
  try {
    return work();
  } catch (const NoConsistentState&) {
    throw;
  } catch (const RedundantConstraints&) {
    throw;
  } catch (...) {
    throw NoConsistentState("the model cannot be evaluated at its start, " +
                            at_time(plan.problem_case.t_begin) + ": " + thrown_text());
  }
}

Start consistent_start(const RunPlan& plan) {
  const Case& c = plan.problem_case;
  Start start;
  start.t = c.t_begin;
  if (plan.takes_redundant) {
    ConstraintChoice choice(c.system);
    start.state = minimum_norm_initial_state(choice, c.t_begin, view(c.q0), view(c.v0), view(c.s0));
  } else {
    start.state = plan.dae->consistent_start(c.t_begin, view(c.q0), view(c.v0), view(c.s0));
  }
  const InitialState& state = start.state;
  start.y =
      plan.dae->assemble(view(state.q), view(state.v), view(state.a), view(state.lambda), view(state.s));
  start.ydot = plan.dae->derivative(start.t, view(start.y));
  return start;
}

// The method on the formulation; where constraints may repeat each other, on chosen ones of them.
std::unique_ptr<Integrator> make_integrator(const RunPlan& plan) {
  if (!plan.takes_redundant) return plan.method->make(*plan.dae, plan.step, plan.method_options);
  const auto formulate = [&plan](std::shared_ptr<const MechanicalSystem> system) {
    return plan.formulation->make(std::move(system),
                                  OptionValues(plan.formulation->options, plan.request.settings));
  };
  const auto integrate = [&plan](Dae& dae, const StepSettings& step) {
    return plan.method->make(dae, step, plan.method_options);
  };
  return std::make_unique<MinimumNormIntegrator>(
      *plan.dae, MinimumNormParts{plan.problem_case.system, formulate, integrate, plan.step});
}

void fail(const RunPlan& plan, Failure failure, RunResult& result) {
  if (failure.formulation.empty()) failure.formulation = plan.formulation->name;
  if (failure.method.empty()) failure.method = plan.method->name;
  result.status = RunStatus::failed;
  result.message = failure.what;
  result.failure = std::move(failure);
}

// A failure that shows outside the integrator.
Failure failure_at(const RunPlan& plan, FailureKind kind, double t, std::string what) {
  Failure failure = failure_of(kind, plan.dae->info());
  failure.t = t;
  failure.what = std::move(what);
  return failure;
}

// Does `work`, in which the model may throw although the integrator does not call it; false if it did.
template <class Work>
bool is_done(const RunPlan& plan, double t, RunResult& result, Work work) {
  try {
    work();
    return true;
  } catch (...) {
    fail(plan, failure_at(plan, FailureKind::user_exception, t, "the model threw: " + thrown_text()), result);
    return false;
  }
}

// Does `work`, which tells the observer something; false if it could not take it. What was computed is kept.
template <class Work>
bool is_told(double t, RunResult& result, Work work) {
  try {
    work();
    return true;
  } catch (...) {
    if (!result.lost_output) result.lost_output = thrown_text();
    if (result.status == RunStatus::ok && t < result.header.t_end) {
      result.status = RunStatus::interrupted;
      result.message = "stopped at " + at_time(t) + ": " + *result.lost_output;
    }
    return false;
  }
}

// Says in the result which of the limits ended the run.
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

RunHeader header_of(const RunPlan& plan, const InitialState& initial) {
  return {.case_name = plan.problem->name,
          .title = plan.problem->title,
          .formulation = plan.names.formulation,
          .method = plan.names.method,
          .tolerance = plan.request.tolerance,
          .t_begin = plan.problem_case.t_begin,
          .t_end = plan.t_end,
          .unknowns = plan.dae->info().unknowns,
          .remarks = plan.problem_case.remarks,
          .position_moved = initial.position_moved,
          .velocity_moved = initial.velocity_moved};
}

// Gives the observer the samples it asked for: of each accepted step, or on a grid by dense output.
class Sampler {
 public:
  Sampler(const RunRequest& request, double t_begin, double t_end, RunObserver* observer)
      : observer_(observer), is_each_step_(!request.every && request.at.empty()) {
    if (request.every) grid_ = TimeGrid::every(*request.every, t_begin, t_end, 0);
    if (!request.at.empty()) grid_ = TimeGrid::at(request.at);
  }

  void start(double t, ConstVec y) {
    if (observer_ == nullptr) return;
    room_.resize(y.size());
    if (is_each_step_) observer_->sample(t, y);
    while (const auto wanted = grid_.next_up_to(t)) observer_->sample(*wanted, y);
  }

  void step(const Integrator& integrator) {
    if (observer_ == nullptr) return;
    const double t = integrator.t();
    if (is_each_step_) observer_->sample(t, integrator.y());
    while (const auto wanted = grid_.next_up_to(t)) {
      integrator.piece().evaluate(*wanted, view(room_));
      observer_->sample(*wanted, view(std::as_const(room_)));
    }
  }

 private:
  RunObserver* observer_;
  bool is_each_step_;
  TimeGrid grid_;
  Vector room_;
};

// The audits that go along with the observed run.
class Audits {
 public:
  Audits(const RunPlan& plan, const Start& start)
      : motion_(*plan.dae, plan.problem_case.system, start.t, start.state), room_(start.y.size()) {
    const SystemInfo& system = plan.problem_case.system->info();
    const int n_reference = system.n_q() + 2 * system.n_v() + system.n_lambda();
    if (!plan.problem_case.table_norm || !plan.dae->has_motion() || start.y.size() < n_reference) return;
    if (auto norm = plan.problem_case.table_norm(plan.t_end)) {
      table_.emplace(std::move(*norm), start.t, plan.t_end, n_reference);
    }
  }

  void step(const Integrator& integrator) {
    motion_.record(integrator.t(), integrator.y(), integrator.piece());
    if (!table_) return;
    while (const auto wanted = table_->next_up_to(integrator.t())) {
      integrator.piece().evaluate(*wanted, view(room_));
      table_->add(*wanted, view(std::as_const(room_)));
    }
  }

  const MotionAudit& motion() const { return motion_; }
  std::optional<double> table() const { return table_ ? std::optional(table_->value()) : std::nullopt; }

 private:
  MotionAudit motion_;
  std::optional<TableError> table_;
  Vector room_;
};

// One accepted step, timed; false, with the reason in the result, if there is none.
bool is_stepped(const RunPlan& plan, Integrator& integrator, RunResult& result) {
  const double t = integrator.t();
  const double clock = cpu_seconds_now();
  StepOutcome outcome = integrator.step(plan.t_end);
  result.cpu_seconds += cpu_seconds_now() - clock;
  if (!outcome.is_ok()) {
    fail(plan, std::move(*outcome.failure), result);
    return false;
  }
  if (integrator.t() > t) return true;  // also false for NaN
  Failure failure = failure_at(plan, FailureKind::step_collapse, t, "the method does not go forward");
  failure.h = outcome.h;
  failure.inequality = "t + h <= t = " + number_text(t);
  fail(plan, std::move(failure), result);
  return false;
}

// The steps of the observed run, until its end or until something ends it.
void observed_steps(const Conduct& conduct, Integrator& integrator, Sampler& sampler, Audits& audits,
                    RunResult& result) {
  const auto& [plan, limits, observer] = conduct;
  const double t_begin = plan.problem_case.t_begin;
  while (integrator.t() < plan.t_end) {
    result.t = integrator.t();
    if (limits.are_reached()) return end_by(limits, plan, "at " + at_time(result.t), result);
    if (!is_stepped(plan, integrator, result)) return;
    const double t = integrator.t();
    // The sample first: the step is computed, whatever the audit makes of it.
    const double fraction = (t - t_begin) / (plan.t_end - t_begin);
    const bool is_sampled = is_told(t, result, [&, to = observer] {
      sampler.step(integrator);
      if (to != nullptr) to->progress(fraction, t);
    });
    if (!is_done(plan, t, result, [&] { audits.step(integrator); }) || !is_sampled) return;
  }
}

// The run with its audience. Fills status, message, failure, t, y, statistics and the sum of the steps'
// times.
void observed_run(const Conduct& conduct, const Start& start, Audits& audits, RunResult& result) {
  const RunPlan& plan = conduct.plan;
  Sampler sampler(plan.request, start.t, plan.t_end, conduct.observer);
  result.t = start.t;
  result.y = start.y;
  const double clock = cpu_seconds_now();
  const auto integrator = make_integrator(plan);
  const bool is_started = is_done(plan, start.t, result, [&] {
    integrator->start(start.t, view(start.y), view(start.ydot), plan.t_end);
  });
  result.cpu_seconds = cpu_seconds_now() - clock;
  if (!is_told(start.t, result, [&] { sampler.start(start.t, view(start.y)); }) || !is_started) return;
  observed_steps(conduct, *integrator, sampler, audits, result);
  result.t = integrator->t();
  result.y = integrator->y();
  result.statistics = integrator->statistics();
}

// Nothing but the integration; its processor time, or nothing when it was stopped or failed.
std::optional<double> bare_run(const RunPlan& plan, const Start& start, const Limits& limits) {
  const double clock = cpu_seconds_now();
  const auto integrator = make_integrator(plan);
  integrator->start(start.t, view(start.y), view(start.ydot), plan.t_end);
  while (integrator->t() < plan.t_end) {
    const double t = integrator->t();
    if (limits.are_reached() || !integrator->step(plan.t_end).is_ok()) return std::nullopt;
    if (!(integrator->t() > t)) return std::nullopt;
  }
  return cpu_seconds_now() - clock;
}

// The best time of `repeat` bare runs replaces that of the observed one.
void repeat_run(const RunPlan& plan, const Start& start, const Limits& limits, RunResult& result) {
  std::optional<double> best;
  for (int i = 0; i < plan.request.repeat; ++i) {
    const auto seconds = bare_run(plan, start, limits);
    if (!seconds) break;
    best = std::min(best.value_or(*seconds), *seconds);
  }
  result.cpu_seconds = best.value_or(result.cpu_seconds);
  if (limits.are_reached()) end_by(limits, plan, "in the repetitions; the run itself is complete", result);
}

std::vector<Output> outputs_of(const RunPlan& plan, const RunResult& result) {
  std::vector<Output> outputs;
  const auto& unknowns = result.header.unknowns;
  for (const auto& name : plan.problem_case.outputs) {
    const auto it =
        std::find_if(unknowns.begin(), unknowns.end(), [&](const auto& u) { return u.name == name; });
    if (it != unknowns.end()) outputs.push_back({it->name, it->unit, result.y[it - unknowns.begin()]});
  }
  return outputs;
}

std::optional<Comparison> comparison_of(const RunPlan& plan, const RunResult& result, const Audits& audits) {
  if (result.status != RunStatus::ok || !plan.dae->has_motion()) return std::nullopt;
  const auto reference = plan.problem_case.reference ? plan.problem_case.reference(plan.t_end) : std::nullopt;
  const auto table = audits.table();
  if (!reference && !table) return std::nullopt;
  Comparison comparison;
  if (reference) {
    comparison =
        compare(view(result.y), *reference, resolve(result.header.tolerance, result.header.unknowns));
  }
  if (table) comparison.error_table = *table;
  return comparison;
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
  const Limits limits(watch, plan.request);
  const Start start = at_start(plan, [&] { return consistent_start(plan); });
  Audits audits = at_start(plan, [&] { return Audits(plan, start); });

  RunResult result;
  result.header = header_of(plan, start.state);
  result.message = "reached " + at_time(plan.t_end);
  if (watch.observer != nullptr) watch.observer->begin(result.header);
  observed_run({plan, limits, watch.observer}, start, audits, result);

  result.outputs = outputs_of(plan, result);
  const MotionAudit& motion = audits.motion();
  result.residuals = motion.residuals();
  result.energy_drift = motion.drift();
  result.energy_ratio = motion.ratio();
  is_done(plan, result.t, result, [&] {
    result.comparison = comparison_of(plan, result, audits);
    if (plan.request.repeat > 1 && result.status == RunStatus::ok) repeat_run(plan, start, limits, result);
  });
  if (watch.observer != nullptr) is_told(result.t, result, [&] { watch.observer->end(result); });
  return result;
}

}  // namespace pleuel
