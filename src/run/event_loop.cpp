#include "pleuel/run/event_loop.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pleuel/base/limits.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/guarded/make_integrator.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/choice/index_change.hpp"
#include "pleuel/run/choice/stiffness_change.hpp"
#include "pleuel/run/cpu_clock.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/run/switch_plan.hpp"

namespace pleuel {
namespace {

// An event within this fraction of a step from one of its ends needs no landing.
constexpr double near_end = 1e-3;
constexpr int most_landings = 3;
constexpr int most_corner_landings = 10;  // per step, each at an earlier corner
// relative to the same time: where the rate shows the next sign
constexpr double look_ahead = 1e-3;
constexpr double first_step_part = 0.25;       // relative to the time between the last two jumps
constexpr double shortest_first_step = 1e-13;  // relative to t, some hundred rounding errors

// The breakpoints inside the run, nearest last.
std::vector<Breakpoint> ahead(const RunPlan& plan) {
  auto list = breakpoints_in(plan.problem_case.breakpoints, plan.problem_case.t_begin, plan.t_end);
  std::reverse(list.begin(), list.end());
  return list;
}

bool is_near_end(const DenseOutput& step, double t) {
  const double zone = near_end * (step.end() - step.begin());
  return t - step.begin() <= zone || step.end() - t <= zone;
}

// With redundant constraints the method runs on a choice of them, with new equations for each
// choice.
std::unique_ptr<Integrator> integrator_of(const RunEquations& of) {
  const RunPlan& plan = of.plan;
  IntegratorParts parts{
      .method = *plan.method, .options = plan.method_options, .step = plan.step, .dae = *of.dae};
  parts.mechanical = of.mechanical;
  parts.system = of.system;
  if (plan.takes_redundant)
    parts.formulate = [&plan](std::shared_ptr<const MechanicalSystem> system) {
      return plan.formulation->make(std::move(system),
                                    OptionValues(plan.formulation->options, plan.request.settings));
    };
  auto made = make_integrator(parts);
  if (plan.stiff) return std::make_unique<StiffnessChange>(of, std::move(made));
  if (plan.index_2 != nullptr) return std::make_unique<IndexChange>(of, std::move(made));
  return made;
}

}  // namespace

EventLoop::EventLoop(const RunEquations& of)
    : of_(of),
      plan_(of.plan),
      integrator_(integrator_of(of)),
      finder_(plan_.equations->events(of)),
      corners_(plan_.equations->corners(of)),
      revolutions_(of.system.get(), plan_.is_quasi_static() ? RevolutionCounter::Rates::none
                                                            : RevolutionCounter::Rates::given),
      zeno_(plan_.problem_case.t_begin, plan_.t_end),
      breakpoints_(ahead(plan_)),
      switches_(plan_),
      moves_(plan_),
      can_land_(plan_.equations->can_step_again(plan_)),
      landing_(infinity),
      next_landing_(infinity),
      first_stop_(infinity) {
  if (plan_.stiff || plan_.index_2 != nullptr)
    two_methods_ = static_cast<const TwoMethods*>(integrator_.get());
}

void EventLoop::start(const Start& start) {
  go_on_from(start);
  if (start.revolutions) {
    *of_.system->revolutions() = *start.revolutions;
    revolutions_.renew(motion());
  }
  integrator_->start(t_, y_, ydot_, plan_.t_end);
  is_start_due_ = false;
  y_end_ = y_;
  finder_.start(t_, y_);
  corners_.start(t_, y_);
}

void EventLoop::go_on_from(const Start& start) {
  t_ = start.t;
  y_ = start.y;
  ydot_ = start.ydot;
  is_start_due_ = true;
}

std::vector<std::string> EventLoop::remarks() const {
  std::vector<std::string> list = remarks_;
  for (std::string& text : moves_.remarks()) list.push_back(std::move(text));
  for (const std::string& text : switches_.remarks()) list.push_back(text);
  for (std::string& text : integrator_->remarks()) list.push_back(std::move(text));
  return list;
}

template <class Self, class Stream>
void EventLoop::state(Self& self, Stream& stream) {
  stream.section("event loop");
  stream(self.finder_, self.corners_, self.revolutions_, self.zeno_, self.breakpoints_, self.switches_,
         self.moves_, self.remarks_);
  stream(self.t_, self.y_, self.ydot_, self.y_end_, self.is_start_due_, self.t_before_,
         resized(self.y_before_), self.has_stopped_, self.landing_, self.n_landings_, self.is_corner_ahead_,
         self.n_corner_landings_, self.next_landing_, self.first_stop_);
}

bool EventLoop::can_be_saved() const {
  Restorable* const method = integrator_->restorable();
  return method != nullptr && method->can_be_saved();
}

void EventLoop::save(StateWriter& out) {
  state(std::as_const(*this), out);
  integrator_->restorable()->save(out);
}

void EventLoop::load(StateReader& in, std::vector<RunEvent> events) {
  state(*this, in);
  integrator_->restorable()->load(in);
  log_ = std::move(events);
}

Segment EventLoop::advance() {
  if (is_replaying_) return show_next();
  if (!is_recording_) return advance_method();
  const double clock = cpu_seconds_now();
  Segment segment = advance_method();
  if (!segment.failure) keep(segment, cpu_seconds_now() - clock);
  return segment;
}

void EventLoop::record() {
  KeptSegment first{.t = t_, .y = y_, .y_end = y_end_};
  first.statistics = integrator_->statistics();
  if (of_.system && of_.system->revolutions() != nullptr) first.revolutions = *of_.system->revolutions();
  tape_.emplace().add(std::move(first));
  is_recording_ = true;
}

void EventLoop::keep(const Segment& segment, double seconds) {
  KeptSegment kept{.segment = segment, .t = t_, .y = y_, .y_end = y_end_};
  kept.segment.kept_seconds = seconds;
  kept.dense_output = dense_output_.copy_whole();
  if (!kept.dense_output) {
    is_recording_ = false;
    return tape_.reset();
  }
  kept.dense_end = dense_output_.end();
  kept.statistics = integrator_->statistics();
  kept.error.setZero(y_.size());
  kept.added_error = integrator_->local_error(view(kept.error));
  if (of_.system && of_.system->revolutions() != nullptr) kept.revolutions = *of_.system->revolutions();
  tape_->add(std::move(kept));
}

bool EventLoop::rewind() {
  if (!is_recording_) return false;
  is_recording_ = false;
  is_replaying_ = !tape_->is_at_end();
  if (is_replaying_ && tape_->shown().revolutions) *of_.system->revolutions() = *tape_->shown().revolutions;
  return true;
}

Segment EventLoop::show_next() {
  const KeptSegment& kept = tape_->show_next();
  dense_output_.take(*kept.dense_output, kept.dense_end);
  if (kept.revolutions) *of_.system->revolutions() = *kept.revolutions;
  is_replaying_ = !tape_->is_at_end();
  return kept.segment;
}

std::optional<double> EventLoop::local_error(Vec e) const {
  if (!is_replaying_) return integrator_->local_error(e);
  const KeptSegment& kept = tape_->shown();
  if (kept.added_error) e = kept.error;
  return kept.added_error;
}

std::vector<MethodChange> EventLoop::method_changes() const {
  return two_methods_ != nullptr ? two_methods_->changes() : std::vector<MethodChange>();
}

Segment EventLoop::advance_method() {
  try {
    for (;;) {
      if (auto segment = step()) return std::move(*segment);
    }
  } catch (...) {
    return {.failure = thrown_failure(plan_, t_), .t = t_};
  }
}

double EventLoop::next_stop() const {
  const double breakpoint = breakpoints_.empty() ? infinity : breakpoints_.back().before();
  return std::min(
      {plan_.t_end, breakpoint, switches_.known_until(), landing_ > t_ ? landing_ : infinity, first_stop_});
}

/// One accepted step and its consequences; empty if it must be repeated.
std::optional<Segment> EventLoop::step() {
  if (is_breakpoint_due()) {  // after a jump at the breakpoint
    Segment segment{.begin = t_, .t = t_};
    pass_breakpoint(segment);
    return segment;
  }
  if (is_start_due_) integrator_->start(t_, y_, ydot_, plan_.t_end);
  is_start_due_ = false;
  switches_.look_ahead(t_, breakpoints_);
  t_before_ = t_;
  if (!finder_.is_empty() || !corners_.is_empty() || !revolutions_.is_empty()) y_before_ = y_;
  revolutions_.keep();
  StepOutcome outcome = integrator_->step(next_stop());
  if (outcome.failure) return Segment{.failure = std::move(outcome.failure), .t = t_};
  if (!(integrator_->t() > t_before_))
    return Segment{.failure = standstill(outcome), .t = t_};  // also for NaN
  first_stop_ = infinity;
  if (!revolutions_.is_empty())
    if (const auto doubt = revolutions_.accept(of_.mechanical->motion(integrator_->t(), integrator_->y()))) {
      auto failure = halve(*doubt);
      if (!failure) return {};
      return Segment{.failure = std::move(failure), .t = t_};
    }
  const DenseOutput& whole = integrator_->dense_output();
  Segment segment{.begin = t_before_, .t = integrator_->t(), .h = outcome.h, .order = outcome.order};
  if (!finder_.is_empty()) {
    found_ = finder_.find(whole);
    if (const Event* event = finder_.not_a_number()) {
      Failure failure = failure_at(plan_, FailureKind::not_finite, t_,
                                   "the function of event '" + event->name + "' is not a number");
      failure.worst = event->name;
      return Segment{.failure = std::move(failure), .t = t_};
    }
    if (const Event* event = finder_.contradicted()) {
      Failure failure = failure_at(plan_, FailureKind::zeno_events, t_,
                                   "after its jump at " + at_time(t_) + " event '" + event->name +
                                       "' does not follow its rate: the jumps have become smaller "
                                       "than the error of the method");
      failure.inequality = "the function changed its sign at once";
      failure.worst = event->name;
      return Segment{.failure = std::move(failure), .t = t_};
    }
    const auto decisive = std::find_if(found_.begin(), found_.end(), [&](const FoundEvent& f) {
      return finder_.event(f.event).effect != EventEffect::note;
    });
    if (decisive != found_.end() && is_landing_wanted(decisive->t)) {
      land_at(decisive->t);
      return {};
    }
    if (decisive != found_.end()) segment.t = decisive->t;
  }
  if (!corners_.is_empty() && lands_on_corner(whole, segment.t)) return {};
  dense_output_.take(whole, segment.t);
  t_ = segment.t;
  y_ = integrator_->y();
  if (segment.t < whole.end()) {
    whole.evaluate(segment.t, y_);
    if (!revolutions_.is_empty()) revolutions_.renew(motion());
  }
  y_end_ = y_;
  if (!corners_.is_empty()) {
    if (segment.t < whole.end())
      corners_.start(t_, y_);
    else
      corners_.keep();
  }
  if (auto failure = enter_events(segment)) segment.failure = std::move(failure);
  if (segment.restart == Segment::Restart::none && !has_stopped_ && !segment.failure)
    pass_breakpoint(segment);
  return segment;
}

bool EventLoop::is_landing_wanted(double t_event) const {
  const DenseOutput& dense = integrator_->dense_output();
  const bool has_landed = dense.begin() == landing_ || dense.end() == landing_;
  return can_land_ && !is_near_end(dense, t_event) && !has_landed && n_landings_ < most_landings;
}

/// True if a force has a corner inside the step before `end`; the step is then repeated to end
/// there. The step after it ends at the latest halfway to the next corner of the repeated one: a
/// contact may be much shorter than the step that met it, and a multistep method only sees its end.
bool EventLoop::lands_on_corner(const DenseOutput& whole, double end) {
  const std::vector<FoundEvent>& corners = corners_.find(whole);
  for (auto corner = corners.begin(); corner != corners.end(); ++corner) {
    if (is_near_end(whole, corner->t) || corner->t >= end || n_corner_landings_ >= most_corner_landings)
      continue;
    ++n_corner_landings_;
    is_corner_ahead_ = true;
    const auto next = std::find_if(corner, corners.end(), [&](const auto& c) { return c.t > corner->t; });
    next_landing_ = next != corners.end() ? 0.5 * (corner->t + next->t) : infinity;
    step_again_to(corner->t);
    return true;
  }
  n_corner_landings_ = 0;
  if (is_corner_ahead_ && whole.end() >= landing_) {
    landing_ = std::exchange(next_landing_, infinity);
    is_corner_ahead_ = landing_ < infinity;
  }
  return false;
}

/// Repeats the last step so that it ends at `t_event`.
void EventLoop::land_at(double t_event) {
  ++n_landings_;
  is_corner_ahead_ = false;
  step_again_to(t_event);
}

void EventLoop::step_again_to(double t) {
  landing_ = t;
  revolutions_.go_back();
  go_on_from(plan_.equations->step_again(of_, t_before_, y_before_));
}

/// Records the events of the last step and applies the effects of the decisive ones at its end.
std::optional<Failure> EventLoop::enter_events(Segment& segment) {
  if (finder_.is_empty()) return {};
  std::vector<int> jumps;
  bool is_decided = false;
  for (const FoundEvent& found : found_) {
    const Event& event = finder_.event(found.event);
    log_.push_back({std::min(found.t, segment.t), event.name, event.effect});
    if (event.effect == EventEffect::jump) jumps.push_back(found.event);
    has_stopped_ |= event.effect == EventEffect::stop;
    is_decided |= event.effect != EventEffect::note;
  }
  if (!is_decided) {
    finder_.keep();
    n_landings_ = 0;
    return {};
  }
  landing_ = infinity;
  n_landings_ = 0;
  if (jumps.empty()) return {};
  segment.restart = Segment::Restart::jump;
  const Start after = plan_.equations->jumped(of_, jumps, t_, y_);
  go_on_from(after);
  if (!revolutions_.is_empty()) revolutions_.renew(motion());
  finder_.start(t_, y_, jumps);
  corners_.start(t_, y_);
  const auto verdict = zeno_.add(t_);
  finder_.expect(t_, y_, ydot_, look_ahead * zeno_.last_interval());
  first_stop_ = t_ + std::max(first_step_part * zeno_.last_interval(), shortest_first_step * std::abs(t_));
  if (!verdict) return {};
  Failure failure = failure_at(plan_, FailureKind::zeno_events, t_,
                               "the jumps of event '" + finder_.event(jumps.front()).name +
                                   "' accumulate near " + at_time(verdict->accumulation));
  failure.inequality = verdict->inequality;
  failure.worst = finder_.event(jumps.front()).name;
  return failure;
}

bool EventLoop::is_breakpoint_due() const {
  return !breakpoints_.empty() && t_ >= breakpoints_.back().before();
}

void EventLoop::pass_breakpoint(Segment& segment) {
  if (!is_breakpoint_due()) return;
  const Breakpoint at = breakpoints_.back();
  breakpoints_.pop_back();
  segment.t = at.last;
  if (at.last >= plan_.t_end) {  // breakpoints at the end do not count
    t_ = plan_.t_end;
    return;
  }
  if (auto jumps = driver_jumps(plan_, at); !jumps.empty()) {
    segment.failure = failure_at(plan_, FailureKind::inconsistent, at.last, jumps.front());
    segment.failure->causes = {"a driver that is not continuous"};
    segment.failure->remedy = "make the driver and its rate continuous, or end the run earlier with --until";
    return;
  }
  segment.restart = Segment::Restart::breakpoint;
  const Start after = plan_.equations->restart(of_, at.last, y_);
  moves_.add(at.last, y_, after.y);
  go_on_from(after);
  if (!revolutions_.is_empty()) revolutions_.renew(motion());
  if (!finder_.is_empty()) finder_.go_on(t_, y_);
  if (!corners_.is_empty()) corners_.go_on(t_, y_);
}

std::optional<Failure> EventLoop::halve(const DoubtfulRevolution& doubt) {
  const double h = integrator_->t() - t_before_;
  first_stop_ = t_before_ + 0.5 * h;
  if (0.5 * h > shortest_first_step * std::max(std::abs(t_before_), plan_.t_end - t_before_)) {
    go_on_from(plan_.equations->step_again(of_, t_before_, y_before_));
    return {};
  }
  Failure failure = failure_at(
      plan_, FailureKind::step_collapse, t_,
      "the revolutions of the angle of " + doubt.angle + " cannot be counted, however short the step");
  failure.h = h;
  failure.inequality =
      "|change of the angle - h (rate before + rate after)/2| = " + number_text(doubt.gap) + " rad >= pi/2";
  failure.worst = doubt.angle;
  return failure;
}

Failure EventLoop::standstill(const StepOutcome& outcome) const {
  Failure failure = failure_at(plan_, FailureKind::step_collapse, t_, "the method does not go forward");
  failure.h = outcome.h;
  failure.inequality = "t + h <= t = " + number_text(t_);
  return failure;
}

}  // namespace pleuel
