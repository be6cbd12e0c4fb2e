#include "pleuel/driver/run.hpp"

#include <algorithm>
#include <cstdio>

#include "pleuel/driver/cpu_clock.hpp"
#include "pleuel/driver/time_grid.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

// (t, y, ẏ) from which every repetition starts.
struct Start {
  double t = 0;
  Vector y;
  Vector ydot;
};

bool is_stopped(const RunWatch& watch) {
  return watch.stop != nullptr && watch.stop->load(std::memory_order_relaxed);
}

std::string at_time(double t) {
  char text[48];
  std::snprintf(text, sizeof text, "t = %.10g", t);
  return text;
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
  Audits(const RunPlan& plan, const Start& start, const InitialState& initial)
      : motion_(plan.problem_case.system, start.t, view(initial.q), view(initial.v), view(initial.a),
                view(initial.lambda), view(initial.s)),
        room_(start.y.size()) {
    const SystemInfo& system = plan.problem_case.system->info();
    const int n_reference = system.n_q() + 2 * system.n_v() + system.n_lambda();
    if (!plan.problem_case.table_norm || start.y.size() < n_reference) return;
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

// The run with its audience. Fills status, message, failure, t, y, statistics and the sum of the steps'
// times.
void observed_run(const RunPlan& plan, const Start& start, const RunWatch& watch, Sampler& sampler,
                  Audits& audits, RunResult& result) {
  double clock = cpu_seconds_now();
  const auto integrator = plan.method->make(*plan.dae, plan.step, plan.method_options);
  integrator->start(start.t, view(start.y), view(start.ydot), plan.t_end);
  result.cpu_seconds = cpu_seconds_now() - clock;
  sampler.start(start.t, view(start.y));
  while (integrator->t() < plan.t_end) {
    if (is_stopped(watch)) {
      result.status = RunStatus::interrupted;
      result.message = "interrupted at " + at_time(integrator->t());
      break;
    }
    clock = cpu_seconds_now();
    StepOutcome outcome = integrator->step(plan.t_end);
    result.cpu_seconds += cpu_seconds_now() - clock;
    if (!outcome.is_ok()) {
      result.status = RunStatus::failed;
      result.failure = std::move(outcome.failure);
      if (result.failure->formulation.empty()) result.failure->formulation = plan.formulation->name;
      if (result.failure->method.empty()) result.failure->method = plan.method->name;
      result.message = result.failure->what;
      break;
    }
    audits.step(*integrator);
    sampler.step(*integrator);
    if (watch.observer != nullptr) {
      const double t = integrator->t();
      watch.observer->progress((t - start.t) / (plan.t_end - start.t), t);
    }
  }
  result.t = integrator->t();
  result.y = integrator->y();
  result.statistics = integrator->statistics();
}

// Nothing but the integration; its processor time, or nothing when it was stopped or failed.
std::optional<double> bare_run(const RunPlan& plan, const Start& start, const RunWatch& watch) {
  const double clock = cpu_seconds_now();
  const auto integrator = plan.method->make(*plan.dae, plan.step, plan.method_options);
  integrator->start(start.t, view(start.y), view(start.ydot), plan.t_end);
  while (integrator->t() < plan.t_end) {
    if (is_stopped(watch) || !integrator->step(plan.t_end).is_ok()) return std::nullopt;
  }
  return cpu_seconds_now() - clock;
}

double best_time(const RunPlan& plan, const Start& start, const RunWatch& watch, int repeat,
                 double observed) {
  std::optional<double> best;
  for (int i = 0; i < repeat; ++i) {
    const auto seconds = bare_run(plan, start, watch);
    if (!seconds) break;
    best = std::min(best.value_or(*seconds), *seconds);
  }
  return best.value_or(observed);
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
  if (result.status != RunStatus::ok) return std::nullopt;
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
  const RunRequest& request = plan.request;
  const Case& c = plan.problem_case;
  const InitialState initial =
      consistent_initial_state(*c.system, c.t_begin, view(c.q0), view(c.v0), view(c.s0));
  Start start{.t = c.t_begin, .y = {}, .ydot = {}};
  start.y = plan.dae->assemble(view(initial.q), view(initial.v), view(initial.a), view(initial.lambda),
                               view(initial.s));
  start.ydot = plan.dae->derivative(start.t, view(start.y));

  RunResult result;
  result.header = header_of(plan, initial);
  result.message = "reached " + at_time(plan.t_end);
  if (watch.observer != nullptr) watch.observer->begin(result.header);

  Sampler sampler(request, c.t_begin, plan.t_end, watch.observer);
  Audits audits(plan, start, initial);
  observed_run(plan, start, watch, sampler, audits, result);
  if (request.repeat > 1 && result.status == RunStatus::ok) {
    result.cpu_seconds = best_time(plan, start, watch, request.repeat, result.cpu_seconds);
  }

  result.outputs = outputs_of(plan, result);
  result.comparison = comparison_of(plan, result, audits);
  const MotionAudit& motion = audits.motion();
  result.residuals = motion.residuals();
  result.energy_drift = motion.drift();
  result.energy_ratio = motion.ratio();
  if (watch.observer != nullptr) watch.observer->end(result);
  return result;
}

}  // namespace pleuel
