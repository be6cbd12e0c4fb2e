#include "pleuel/integrator/loop/step_loop.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// A remainder up to kStretch planned sizes is taken in one step, up to kSplit in two equal ones.
constexpr double kStretch = 1.01;
constexpr double kSplit = 1.2;
constexpr double kFixedStretch = 1.001;
constexpr int kSingularTries = 5;
// Near t = 0 the resolution of time is no limit; this fraction of the interval is used.
constexpr double kSmallestPart = 1e-30;

const StepSettings& checked(const StepSettings& settings) {
  std::vector<std::string> faults;
  const auto must_be_size = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value)))
      faults.push_back(std::string(name) + " is " + number_text(value) + "; it must be zero or positive");
  };
  must_be_size("h0", settings.h0);
  must_be_size("fixed_step", settings.fixed_step);
  must_be_size("h_max", settings.h_max);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return settings;
}

}  // namespace

StepLoop::StepLoop(std::unique_ptr<StepMethod> method, const StepSettings& settings)
    : method_(std::move(method)), settings_(checked(settings)) {}

void StepLoop::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_ = t;
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  is_first_ = true;
  last_ = {};
  planned_ = method_->begin({.t = t,
                             .y = y,
                             .ydot = ydot,
                             .span = span_,
                             .direction = direction_,
                             .given = is_fixed_step() ? settings_.fixed_step : settings_.h0,
                             .previous = planned_,
                             .largest = settings_.h_max});
}

std::optional<double> StepLoop::local_error(Vec e) const {
  return is_fixed_step() ? std::nullopt : method_->local_error(e);
}

StepOutcome StepLoop::step(double t_stop) {
  std::string text;
  try {
    return advance(t_stop);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    text = exception.what();
  } catch (...) {
    text = "an exception that is no std::exception";
  }
  method_->forget_matrices();
  return failed(thrown_failure(situation(), text));
}

StepOutcome StepLoop::advance(double t_stop) {
  retries_ = singular_in_a_row_ = 0;
  choose_size(t_stop);
  if (trial_.size == 0) return {.failure = {}, .t = t_, .h = 0, .order = method_->order()};
  Statistics& statistics = method_->statistics();
  for (;;) {
    if (auto failure = refusal()) return failed(std::move(*failure));
    ++statistics.steps;
    recent_.add(trial_.h);
    attempt();
    if (last_.is_accepted()) break;
    if (auto failure = failure_for_good()) return failed(std::move(*failure));
    ++(last_.outcome == AttemptOutcome::error_test ? statistics.rejected : statistics.newton_failures);
    if (!is_fixed_step()) set_size(method_->shorter_size(trial_, last_));
    trial_.was_rejected = true;
  }
  const int order = method_->order();
  method_->accept(trial_);
  t_ = trial_.t_new;
  ++statistics.accepted;
  if (!is_fixed_step()) {
    planned_ = method_->next_size(trial_, last_);
    if (settings_.h_max > 0) planned_ = std::min(planned_, settings_.h_max);
  }
  is_first_ = false;
  return {.failure = {}, .t = t_, .h = trial_.h, .order = order};
}

/// Plans the trial for the remaining distance; size 0: t_stop is reached.
void StepLoop::choose_size(double t_stop) {
  const double left = direction_ * (t_stop - t_);
  trial_ = {.t = t_, .t_new = t_stop, .planned = planned_, .left = left, .is_first = is_first_};
  if (left <= 2 * kEpsilon * std::abs(t_)) {
    t_ = t_stop;
    return;
  }
  double size = planned_;
  if (left <= (is_fixed_step() ? kFixedStretch : kStretch) * planned_)
    size = left;
  else if (!is_fixed_step() && left <= kSplit * planned_)
    size = left / 2;
  trial_.size = size;
  trial_.h = direction_ * size;
  trial_.was_cut = size < planned_;
  if (size != left) trial_.t_new = t_ + trial_.h;
}

void StepLoop::set_size(double size) {
  trial_.size = trial_.planned = planned_ = size;
  trial_.h = direction_ * size;
  trial_.t_new = t_ + trial_.h;
  trial_.was_cut = false;
}

void StepLoop::attempt() {
  try {
    last_ = method_->attempt(trial_);
  } catch (const LeftDomain& left) {
    left_domain_ = left;
    last_ = {.outcome = AttemptOutcome::left_domain};
  }
  // The increment is not finite, and so is what was computed from it.
  const bool may_be_unsolved = last_.outcome == AttemptOutcome::newton ||
                               (last_.outcome == AttemptOutcome::not_finite && last_.bad_row < 0);
  if (may_be_unsolved) last_.unsolved = method_->unsolved();
  if (last_.unsolved) last_.outcome = AttemptOutcome::newton;
  const bool is_singular = last_.outcome == AttemptOutcome::singular;
  singular_in_a_row_ = is_singular ? singular_in_a_row_ + 1 : 0;
}

double StepLoop::smallest_size() const {
  return std::max(10 * kEpsilon * std::abs(t_), kSmallestPart * span_);
}

/// The reason if no further attempt is made.
std::optional<Failure> StepLoop::refusal() const {
  const long steps = method_->statistics().steps;
  if (steps >= settings_.max_steps) return step_limit_failure(situation(), steps);
  if (is_fixed_step() || trial_.planned >= smallest_size()) return {};
  if (last_.is_accepted() && is_first_) return first_step_failure(situation());
  return failure_of_attempt();
}

/// The failure if the last attempt ends the run.
std::optional<Failure> StepLoop::failure_for_good() {
  if (last_.failure) return *last_.failure;
  if (last_.outcome == AttemptOutcome::no_start) return failure_of_attempt();
  const bool can_repeat = !is_fixed_step() || method_->can_repeat(trial_, last_);
  if (!can_repeat || singular_in_a_row_ > kSingularTries) return failure_of_attempt();
  if (++retries_ > settings_.max_retries)
    return retry_limit_failure(situation(), retries_, failure_of_attempt());
  return {};
}

Failure StepLoop::failure_of_attempt() const {
  return attempt_failure(situation(), last_, singular_in_a_row_, left_domain_);
}

StepOutcome StepLoop::failed(Failure failure) const {
  return {.failure = std::move(failure), .t = t_, .h = trial_.size, .order = method_->order()};
}

StepSituation StepLoop::situation() const {
  return {.dae = method_->info(),
          .settings = settings_,
          .method = method_->name(),
          .t = t_,
          .h = trial_.h,
          .order = method_->order(),
          .recent_steps = recent_.list(),
          .h_planned = trial_.planned,
          .smallest_step = smallest_size()};
}

void StepLoop::save(StateWriter& out) {
  method_->forget_matrices();
  state(*this, out);
  method_->save(out);
}

void StepLoop::load(StateReader& in) {
  state(*this, in);
  method_->load(in);
  method_->forget_matrices();
  last_ = {};
}

}  // namespace pleuel
