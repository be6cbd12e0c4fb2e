#include "pleuel/run/choice/two_methods.hpp"

#include <algorithm>

#include "pleuel/integrator/guarded/make_integrator.hpp"
#include "pleuel/mechanics/formulation/formulation.hpp"
#include "pleuel/run/choice/fastest_rates.hpp"

namespace pleuel {
namespace {

constexpr int mark_every = 8;     // steps
constexpr long trial_steps = 16;  // the first half of them belongs to the start
constexpr long first_patience = 16;
constexpr long patience_growth = 4;
constexpr long first_look = 64, last_look_interval = 1024;
constexpr double clearly = 0.5;  // part of the present work that a change must promise

}  // namespace

TwoMethods::TwoMethods(const RunEquations& of, std::unique_ptr<Integrator> first)
    : of_(of), explicit_(std::move(first)), patience_(first_patience) {}

void TwoMethods::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_end_ = t_end;
  if (is_explicit_) {
    explicit_->start(t, y, ydot, t_end);
  } else {
    const Motion at = of_.mechanical->motion(t, y);
    const Vector inner = dae_->assemble(at.q, at.v, at.a, at.lambda, at.s);
    const Vector rates = dae_->derivative(t, view(inner));
    implicit_->start(t, view(inner), view(rates), t_end);
  }
  if (statistics_.steps == 0) mark_ = old_mark_ = {t, own_work()};
  take();
}

StepOutcome TwoMethods::step(double t_stop) {
  if (is_change_due_) change();
  StepOutcome outcome = active().step(t_stop);
  if (!outcome.is_ok() && is_explicit_ && may_rescue(*outcome.failure)) {
    want_change("'" + of_.plan.method->name + "' fails: " + outcome.failure->what);
    if (change()) {
      left_rate_ = 0;  // a method that fails is not compared
      outcome = active().step(t_stop);
    }
  }
  take();
  if (!outcome.is_ok()) return outcome;
  h_ = outcome.h;
  ++n_steps_;
  look();
  return outcome;
}

/// Failures that an implicit method may avoid.
bool TwoMethods::may_rescue(const Failure& failure) const {
  switch (failure.kind) {
    case FailureKind::step_collapse:
    case FailureKind::newton_divergence:
    case FailureKind::singular_matrix:
    case FailureKind::retry_limit:
      return true;
    default:
      return false;
  }
}

void TwoMethods::take() {
  if (!is_explicit_) {
    dense_output_.take(implicit_->dense_output());
    dense_output_.pick(implicit_->y(), view(y_));
  }
  statistics_ = explicit_->statistics() + finished_;
  if (implicit_) statistics_ = statistics_ + implicit_->statistics();
}

/// Predicted seconds per second of the motion, over the last steps.
double TwoMethods::rate() const {
  const WorkModel& model = is_explicit_ ? *explicit_model_ : *implicit_model_;
  const Statistics work = own_work() - old_mark_.work;
  const double seconds = is_explicit_ ? model.of_explicit(work) : model.of_implicit(work);
  return seconds / (t() - old_mark_.t);
}

void TwoMethods::make_models() {
  if (explicit_model_) return;
  explicit_model_.emplace(sizes_of(of_.plan));
  implicit_model_.emplace(sizes_of(stiff()));
}

/// Compares the methods after a step.
void TwoMethods::look() {
  if (n_steps_ == trial_steps && left_rate_ > 0) {
    const bool is_worse = rate() > left_rate_;
    left_rate_ = 0;
    if (is_worse) {
      patience_ *= patience_growth;
      return want_change("it needs less work");
    }
  }
  if (n_steps_ % mark_every == 0) {
    old_mark_ = mark_;
    mark_ = {t(), own_work()};
  }
  if (n_steps_ < patience_) return;
  if (is_explicit_) {
    if (explicit_->is_limited_by_stability())
      want_change("stability, not accuracy, limits the steps of '" + of_.plan.method->name + "'");
  } else if (n_steps_ >= next_look_) {
    next_look_ = n_steps_ + std::min(n_steps_, last_look_interval);
    if (is_explicit_faster()) want_change("the motion is not stiff any more");
  }
}

bool TwoMethods::is_explicit_faster() {
  const auto rates = fastest_rates(*of_.system, motion());
  if (!rates) return false;
  return evaluations_per_rate * rates->fastest() * explicit_model_->acceleration() < clearly * rate();
}

/// The change takes place before the next step, so that the last one can still be evaluated.
void TwoMethods::want_change(std::string reason) {
  is_change_due_ = true;
  reason_ = std::move(reason);
}

/// Restarts with the other method; false if that is not possible.
bool TwoMethods::change() {
  is_change_due_ = false;
  make_models();
  const double t = this->t(), left = n_steps_ > mark_every ? rate() : 0;
  InitialState state;
  try {
    const Motion at = motion();
    state = of_.mechanical->consistent_start(t, at.q, at.v, at.s);
    if (is_explicit_) {
      start_implicit(t, state);
    } else {
      const Vector y = of_.mechanical->assemble(state.q, state.v, state.a, state.lambda, state.s);
      const Vector rates = of_.mechanical->derivative(t, view(y));
      explicit_->start(t, view(y), view(rates), t_end_);
    }
  } catch (const NoConsistentState&) {
    patience_ = n_steps_ + patience_growth * patience_;
    return false;
  }
  left_rate_ = left;
  is_explicit_ = !is_explicit_;
  n_steps_ = 0;
  next_look_ = first_look;
  mark_ = old_mark_ = {t, own_work()};
  const ChosenPair& names = is_explicit_ ? of_.plan.names : stiff().names;
  changes_.push_back({t, names.formulation.name, names.method.name, std::move(reason_)});
  take();
  return true;
}

/// A new implicit method each time: its first step is as long as the last one.
void TwoMethods::start_implicit(double t, const InitialState& state) {
  if (implicit_) {
    finished_ = finished_ + implicit_->statistics();
    for (std::string& remark : implicit_->remarks()) finished_remarks_.push_back(std::move(remark));
  }
  first_size_ = std::abs(h_);
  make_implicit();
  const Vector y = dae_->assemble(state.q, state.v, state.a, state.lambda, state.s);
  const Vector rates = dae_->derivative(t, view(y));
  implicit_->start(t, view(y), view(rates), t_end_);
}

void TwoMethods::make_implicit() {
  if (!dae_) {
    const Formulation& formulation = *stiff().formulation;
    dae_ = formulation.make(of_.system, OptionValues(formulation.options, stiff().request.settings));
    const Vector numbers = Vector::LinSpaced(dae_->info().n_unknowns(), 0, dae_->info().n_unknowns() - 1);
    const Motion at = dae_->motion(0, view(numbers));
    const Vector selected = of_.mechanical->assemble(at.q, at.v, at.a, at.lambda, at.s);
    std::vector<int> from;
    for (const double number : selected) from.push_back(static_cast<int>(number));
    dense_output_.select(std::move(from), numbers.size());
    y_ = selected;
  }
  IntegratorParts parts{
      .method = *stiff().method, .options = stiff().method_options, .step = stiff().step, .dae = *dae_};
  parts.mechanical = dae_.get();
  parts.system = of_.system;
  parts.step.h0 = first_size_;
  implicit_ = make_integrator(parts);
}

bool TwoMethods::can_be_saved() const {
  return explicit_->restorable()->can_be_saved() &&
         (!implicit_ || implicit_->restorable()->can_be_saved());
}

void TwoMethods::save(StateWriter& out) {
  out.section("two methods");
  state(std::as_const(*this), out);
  explicit_->restorable()->save(out);
  out(implicit_ != nullptr);
  if (implicit_) implicit_->restorable()->save(out);
}

void TwoMethods::load(StateReader& in) {
  in.section("two methods");
  state(*this, in);
  explicit_->restorable()->load(in);
  bool has_implicit = false;
  in(has_implicit);
  if (has_implicit) {
    make_models();
    make_implicit();
    // Any consistent values start it; the saved ones replace them.
    const Motion at = of_.mechanical->motion(explicit_->t(), explicit_->y());
    const Vector y = dae_->assemble(at.q, at.v, at.a, at.lambda, at.s);
    const Vector rates = dae_->derivative(explicit_->t(), view(y));
    implicit_->start(explicit_->t(), view(y), view(rates), t_end_);
    implicit_->restorable()->load(in);
  }
  take();
}

std::optional<double> TwoMethods::local_error(Vec e) const {
  if (is_explicit_) return explicit_->local_error(e);
  Vector& room = dense_output_.room();
  const auto added = implicit_->local_error(view(room));
  if (added) dense_output_.pick(view(std::as_const(room)), e);
  return added;
}

std::vector<std::string> TwoMethods::remarks() const {
  std::vector<std::string> list = explicit_->remarks();
  list.insert(list.end(), finished_remarks_.begin(), finished_remarks_.end());
  if (implicit_)
    for (std::string& remark : implicit_->remarks()) list.push_back(std::move(remark));
  return list;
}

}  // namespace pleuel
