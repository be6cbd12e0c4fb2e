#include "pleuel/integrator/guarded/singular_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/integrator/failure_report.hpp"

namespace pleuel {
namespace {

// Constants marked "measured" were varied in the runs of docs/singular.md, "Constants".

// Position of a crossing step. Lengths are relative to it or to the longest recent step, which is
// about as long. Its part before the configuration is at least 0.06 from the nodes of 3, 5 and 7
// stages.
constexpr double lead = 0.4;
// No step ends nearer to the configuration (measured).
constexpr double margin = 0.15;
// If it is nearer, an ordinary step to the point before it would end within the margin.
constexpr double near_lead = lead + margin;
// 1 + near_lead: detected before the last ordinary step that could end behind it.
constexpr double trigger = 1.6;
// A configuration farther away is no longer ahead; twice the trigger for hysteresis.
constexpr double lost = 2 * trigger;
// For fixed steps, whose end is a node: a configuration further back is crossed by two steps.
constexpr double late = 0.95;
// The smallest distance of the accelerations for the jerk (measured).
constexpr double for_jerk = 0.1;
// At this distance only t_stop ends ordinary steps: the time is no longer corrected.
constexpr double settled = lead / 2;

// Step size near a missed configuration, relative to the distance (measured).
constexpr double resolving = 0.25;
// Failed crossings, each with half the step: the last is 1/64 of the first.
constexpr int most_failures = 6;
// Half of them: from here on smaller misses count.
constexpr int doubtful_failures = 3;
// Relative to the tolerance of q: a smaller miss does not explain such failures (measured).
constexpr double smallest_miss = 1e-4;
// Fixed steps behind a configuration: the step is an eighth of the distance.
constexpr double search_behind = 8;
// In longest steps: how far ahead to search after a method failed with shrinking steps.
constexpr double search = 1000;
// In longest steps: a configuration within this distance explains the failure (measured).
constexpr double blamed = 8;

// Iterations for σ of other rows: 0.7⁴⁰ = 1e-6 if its values differ by a factor of 0.7.
constexpr int first_iterations = 20;
// Relative to the longest step: distance between stored states. StateHistory covers six such steps.
constexpr double spacing = 0.125;
// A restart that changes v by less continues the same motion (measured).
constexpr double same_speed = 1e-3;
// The smallest distance of A and B from the configuration: more than lead and margin.
constexpr double anchor = 0.5;
// Value where the lines of σ from both sides meet, relative to σ at A and B (measured).
constexpr double touches_zero = 0.2;
// σ at B relative to σ at A (measured).
constexpr double stays_zero = 0.05;
// |Wᵀg| relative to σ²: the hyperbola Wᵀg = β has the distance β/σ from its asymptotes, here a
// hundredth of the distance σ to the crossing.
constexpr double off_branch = 0.01;

}  // namespace

bool may_be_loss_of_rank(FailureKind kind) {
  return kind == FailureKind::singular_matrix || kind == FailureKind::newton_divergence ||
         kind == FailureKind::step_collapse || kind == FailureKind::not_finite ||
         kind == FailureKind::retry_limit;
}

SingularGuard::SingularGuard(GuardedParts parts)
    : parts_(std::move(parts)),
      inner_(parts_.make(parts_.step)),
      watch_(*parts_.system),
      jump_test_(watch_.sine()),
      crossing_(parts_.dae, parts_.system, parts_.step.tolerance, parts_.step.fixed_step == 0, watch_.sine()),
      dense_output_(crossing_),
      history_(parts_.system->info()) {
  g_.setZero(parts_.system->info().n_lambda());
}

void SingularGuard::go_on_from(const SingularGuard& before) {
  history_ = before.history_;
  longest_ = before.longest_;
  near_ = before.near_;
  crossed_ = before.crossed_;
  crossed_from_ = before.crossed_from_;
  last_crossed_ = before.last_crossed_;
  log_ = before.log_;
  is_taken_over_ = true;
}

void SingularGuard::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_end_ = t_end;
  const Motion at = parts_.dae.motion(t, y);
  history_.cut(t);
  const bool goes_on = history_.size() > 0 && history_.newest().t == t &&
                       (history_.newest().v - at.v).norm() <= same_speed * at.v.norm();
  if (!goes_on) {
    history_.clear();
    longest_.clear();
    near_.reset();
    history_.add(at, 0);
  } else if (crossed_ && crossed_from_ == t) {
    near_ = crossed_;
  }
  crossed_.reset();
  watch_.start();
  is_crossing_ = is_off_ = false;
  inner_->start(t, y, ydot, t_end);
  if (is_taken_over_ && near_) {  // σ of these rows differs
    watch_.sine().at(t, at.q, first_iterations);
    follow(at);
  }
  is_taken_over_ = false;
}

StepOutcome SingularGuard::step(double t_stop) {
  if (is_crossing_ && t() < crossing_.t_end()) return show_crossing(t_stop);
  is_crossing_ = false;
  StepOutcome outcome = guarded_step(t_stop);
  if (!outcome.is_ok() || is_crossing_) return outcome;
  const double t = inner_->t();
  longest_.add(t, t - inner_->dense_output().begin());
  const Motion at = parts_.dae.motion(t, inner_->y());
  history_.add(at, spacing * longest_.value());
  follow(at);
  if (near_ && near_->is_missed && t > near_->t + near_->length) {
    near_.reset();
    watch_.start();
  }
  if (near_ && !near_->is_missed &&
      history_.last_until(near_->t + anchor * near_->length) < history_.size() - 2)
    outcome.failure = verify();
  return outcome;
}

/// An ordinary step, or one across a singular configuration.
StepOutcome SingularGuard::guarded_step(double t_stop) {
  if (is_off_) put_on_constraints();
  while (near_ && near_->t > inner_->t()) {
    const auto h = crossing_step(t_stop);
    if (!h) break;
    measure_miss(*h);
    if (near_->is_missed) break;
    if (try_to_cross(*h)) return show_crossing(t_stop);
    if (near_->failures > most_failures) {
      StepOutcome outcome;
      outcome.t = inner_->t();
      outcome.failure = failure_near(*near_, "the run cannot pass", near_->fault);
      return outcome;
    }
  }
  StepOutcome outcome = inner_step(ordinary_stop(t_stop));
  if (outcome.is_ok() || !may_be_loss_of_rank(outcome.failure->kind)) return outcome;
  if (try_to_leave()) return show_crossing(t_stop);
  find_near_failure();
  if (!near_) return outcome;
  if (try_to_cross((near_->t - inner_->t()) / lead)) return show_crossing(t_stop);
  if (near_->t - inner_->t() < blamed * longest_.value())
    outcome.failure = failure_near(*near_, "the run cannot pass", near_->fault);
  return outcome;
}

/// Latest end of an ordinary step: before the configuration. A missed configuration is resolved by
/// steps of a quarter of the distance.
double SingularGuard::ordinary_stop(double t_stop) const {
  if (!near_ || parts_.step.fixed_step > 0) return t_stop;
  const double t = inner_->t();
  if (near_->is_missed) {
    const double speed = std::max(parts_.dae.motion(t, inner_->y()).v.norm(), 1e-300);
    return std::min(t_stop, t + resolving * std::max(std::abs(near_->t - t), std::sqrt(near_->miss) / speed));
  }
  // If t_stop is so near before the configuration that no crossing is due, the step ends there.
  const double before = near_->t - lead * near_->length;
  return before > t ? std::min(t_stop, before) : t_stop;
}

/// A miss that the tolerance resolves, or at which crossings fail repeatedly, is left to the
/// method.
void SingularGuard::measure_miss(double h) {
  const StateHistory::State from = present();
  const auto [size, doubt] = crossing_.miss(from, earlier(from.t - for_jerk * h), near_->t);
  const double least = crossing_.least_miss(from.q);
  near_->miss = size > doubt ? size : 0;
  near_->is_missed =
      near_->miss > least || (near_->failures >= doubtful_failures && near_->miss > smallest_miss * least);
  if (near_->is_missed) log_.add_miss(near_->t, near_->miss, true);
}

/// Fixed steps directly behind a configuration: the inner Newton iteration converges only with
/// steps shorter than the distance to it.
bool SingularGuard::try_to_leave() {
  const double h = parts_.step.fixed_step;
  if (h == 0 || inner_->t() - last_crossed_ > search_behind * h) return false;
  near_ = Near{.t = last_crossed_, .length = h, .is_leaving = true};
  if (try_to_cross(h)) return true;
  near_.reset();
  return false;
}

StateHistory::State SingularGuard::present() const {
  const Motion at = parts_.dae.motion(inner_->t(), inner_->y());
  return {at.t, at.q, at.v, at.s};
}

const StateHistory::State* SingularGuard::earlier(double t) const {
  const int i = history_.last_until(t);
  return i >= 0 ? &history_.state(i) : nullptr;
}

/// The length of the step across the configuration, if it is due.
std::optional<double> SingularGuard::crossing_step(double t_stop) const {
  if (near_->is_missed) return {};
  const double t = inner_->t(), ahead = near_->t - t, fixed = parts_.step.fixed_step;
  double h = fixed;
  if (fixed > 0) {
    if (ahead > fixed) return {};
    if (ahead > late * fixed) h = 2 * fixed;
  } else {
    if (ahead > near_lead * near_->length) return {};
    h = ahead / lead;
  }
  if (t_stop - t <= ahead - margin * h) return {};
  if (t_stop - t >= ahead + margin * h) h = std::min(h, t_stop - t);
  return h;
}

bool SingularGuard::try_to_cross(double h) {
  const StateHistory::State from = present();
  const double t = from.t;
  const BranchCrossing::Result result = crossing_.cross(from, earlier(t - for_jerk * h), near_->t, h);
  if (!result.is_done()) {
    near_->fault = result.fault;
    near_->length = 0.5 * h;
    ++near_->failures;
    statistics_ = finished_ + inner_->statistics() + crossing_.statistics();
    return false;
  }
  log_.add_move(near_->t, result.moved);
  near_->jump = result.jump;
  near_->miss = near_->is_leaving ? 0 : result.miss;
  if (!near_->is_leaving) near_->t = result.t;
  last_crossed_ = near_->t;
  dense_output_.take(t, t);
  crossed_ = near_;
  crossed_from_ = t;
  return true;
}

/// The next part of the passage, up to t_stop; at its end the method restarts.
StepOutcome SingularGuard::show_crossing(double t_stop) {
  const double begin_at = is_crossing_ ? dense_output_.end() : dense_output_.begin();
  const double end = std::min(t_stop, crossing_.t_end());
  y_.resize(parts_.dae.info().n_unknowns());
  dense_output_.take(begin_at, end);
  crossing_.evaluate(end, y_);
  is_crossing_ = true;
  if (begin_at < near_->t && end >= near_->t) {
    log_.add(near_->t, near_->jump, names_of(parts_.system->info(), watch_.sine().direction()));
    if (near_->miss > 0) log_.add_miss(near_->t, near_->miss, false);
  }
  if (end == crossing_.t_end()) {
    const double h = end - near_->t;
    near_.reset();
    begin(crossing_.end(), end, h);
    watch_.start();
  }
  history_.add(parts_.dae.motion(end, view(std::as_const(y_))), 0);
  return {.failure = {}, .t = end, .h = end - begin_at, .order = dense_output_.order()};
}

void SingularGuard::begin(const InitialState& x, double t, double h) {
  StepSettings step = parts_.step;
  if (step.fixed_step == 0) step.h0 = step.h_max > 0 ? std::min(h, step.h_max) : h;
  const Vector y = parts_.dae.assemble(x.q, x.v, x.a, x.lambda, x.s);
  auto integrator = parts_.make(step);
  integrator->start(t, view(y), parts_.dae.derivative(t, view(y)), t_end_);
  finished_ = finished_ + inner_->statistics();
  inner_ = std::move(integrator);
  statistics_ = finished_ + crossing_.statistics();
}

void SingularGuard::put_on_constraints() {
  is_off_ = false;
  const Motion at = parts_.dae.motion(inner_->t(), inner_->y());
  try {
    begin(parts_.dae.consistent_start(at.t, at.q, at.v, at.s), at.t, longest_.value());
  } catch (const std::exception&) {  // the crossing reports the reason
  }
}

StepOutcome SingularGuard::inner_step(double t_stop) {
  StepOutcome outcome = inner_->step(t_stop);
  statistics_ = finished_ + inner_->statistics() + crossing_.statistics();
  return outcome;
}

/// Searches for a singular configuration ahead, or one that was passed, and corrects its time while
/// it is ahead.
void SingularGuard::follow(const Motion& at) {
  const double h = longest_.value();
  if (near_) {
    if (at.t >= near_->t - settled * near_->length) return;
    const LossSight now = watch_.sight(at, near_->length);
    if (!now.is_nearing() || now.loss() > at.t + lost * near_->length) {
      near_.reset();
      watch_.start();
      return;
    }
    near_->t = now.loss();
    near_->sine = now.sine;
    near_->rate = now.rate;
    watch_.sine().positions(at.t, at.q, g_);
    is_off_ = std::abs(watch_.sine().along(g_)) > off_branch * now.sine * now.sine;
    return;
  }
  const auto sight = watch_.look(at, std::max(h, crossing_.shortest(watch_.fastest(), at.v)));
  if (!sight || sight->rate == 0) return;
  const double loss = sight->loss(), length = std::max(h, crossing_.shortest(std::abs(sight->rate), at.v));
  const bool is_ahead = sight->is_nearing() && loss < at.t + trigger * length;
  const bool is_behind = !sight->is_nearing() && loss > watch_.previous();
  if (is_ahead || is_behind)
    near_ = Near{.t = loss, .length = length, .sine = sight->sine, .rate = sight->rate};
}

/// After a failure of the method: a configuration shortly ahead may be the cause.
void SingularGuard::find_near_failure() {
  const double h = longest_.value();
  if (near_ && near_->t <= inner_->t()) near_.reset();
  if (near_ || h == 0) return;
  const LossSight now = watch_.sight(parts_.dae.motion(inner_->t(), inner_->y()), h);
  if (now.is_nearing() && now.loss() < now.t + search * h)
    near_ = Near{.t = now.loss(), .length = h, .sine = now.sine, .rate = now.rate};
}

std::optional<Failure> SingularGuard::verify() {
  const Near near = *near_;
  near_.reset();
  watch_.start();
  const int a = std::max(0, history_.last_until(near.t - anchor * near.length));
  const int b = std::max(a + 1, history_.last_until(near.t + anchor * near.length) + 1);
  if (b >= history_.size()) return {};
  const auto& A = history_.state(a);
  const auto& B = history_.state(b);
  const LossSight at_B = watch_.sight(B.motion(), near.length), at_A = watch_.sight(A.motion(), near.length);
  // Where the two lines of σ meet.
  const double t_meet = (at_B.sine - at_A.sine + at_A.rate * A.t - at_B.rate * B.t) / (at_A.rate - at_B.rate);
  const double meeting = at_A.sine + at_A.rate * (t_meet - A.t);
  const bool touches =
      at_A.is_nearing() && !at_B.is_nearing() && meeting <= touches_zero * std::max(at_A.sine, at_B.sine);
  if (!touches && at_B.sine > stays_zero * at_A.sine) return {};
  const double jump = jump_test_(a > 0 ? &history_.state(a - 1) : nullptr, A, B,
                                 b + 1 < history_.size() ? &history_.state(b + 1) : nullptr);
  if (!(jump <= JumpTest::limit))
    return failure_near(
        {.t = near.t, .sine = at_A.sine, .rate = at_A.rate}, "the run left its branch at",
        std::isnan(jump) ? "the mechanism is at rest there: its branch is not determined"
                         : "velocity jump J = " + number_text(jump) + " > " + number_text(JumpTest::limit));
  log_.add(near.t, jump, names_of(parts_.system->info(), watch_.sine().direction()));
  return {};
}

Failure SingularGuard::failure_near(const Near& near, const std::string& what, std::string inequality) {
  Failure failure = failure_of(FailureKind::singular_configuration, parts_.dae.info());
  failure.t = inner_->t();
  failure.h = near.length;
  failure.worst = names_of(parts_.system->info(), watch_.sine().direction());
  failure.what = what + " the singular configuration at t = " + number_text(near.t) +
                 ", where these constraints become dependent: " + failure.worst;
  if (near.t < failure.t) failure.what += "; what was computed after that time is another motion";
  failure.inequality = std::move(inequality) + "; smallest sine " + number_text(near.sine) + ", falling at " +
                       number_text(-near.rate) + "/s before";
  return failure;
}

Failure SingularGuard::left_branch(std::string inequality) {
  return failure_near(crossed_.value_or(Near{}), "the run left its branch at", std::move(inequality));
}

template <class Self, class Stream>
void SingularGuard::state(Self& self, Stream& stream) {
  stream.section("singular configurations");
  stream(self.watch_, self.crossing_, self.longest_, self.history_, self.near_, self.crossed_,
         self.crossed_from_, self.last_crossed_, self.log_, self.is_off_, self.is_taken_over_, self.t_end_,
         self.finished_, self.statistics_);
}

void SingularGuard::save(StateWriter& out) {
  watch_.sine().forget_matrices();
  crossing_.forget();
  state(std::as_const(*this), out);
  inner_->restorable()->save(out);
}

void SingularGuard::load(StateReader& in) {
  state(*this, in);
  is_crossing_ = false;
  inner_->restorable()->load(in);
}

std::vector<std::string> SingularGuard::remarks() const {
  std::vector<std::string> list = remarks_of_method();
  for (std::string& text : remarks_of_passages()) list.push_back(std::move(text));
  return list;
}

std::vector<std::string> SingularGuard::remarks_of_passages() const {
  std::vector<std::string> list;
  if (near_ && !is_crossing_ && inner_->t() >= near_->t)
    list.push_back("the run ended shortly after the singular configuration at t = " + number_text(near_->t) +
                   ": whether it stayed on its branch was not tested");
  for (std::string& text : log_.remarks()) list.push_back(std::move(text));
  const double tolerance = std::min(parts_.step.tolerance.rtol, parts_.step.tolerance.atol);
  if (log_.count() > 0 && tolerance < BranchCrossing::finest)
    list.push_back("steps across singular configurations are tested with tolerances of " +
                   number_text(BranchCrossing::finest) + ": rounding errors do not allow less there");
  return list;
}

}  // namespace pleuel
