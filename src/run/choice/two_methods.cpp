#include "pleuel/run/choice/two_methods.hpp"

#include <algorithm>
#include <new>

#include "pleuel/integrator/guarded/make_integrator.hpp"
#include "pleuel/mechanics/formulation/formulation.hpp"

namespace pleuel {
namespace {

constexpr int mark_every = 8;  // steps
constexpr int trial_steps = 16;

/// Failures that another pair may avoid.
bool may_be_avoided(const Failure& failure) {
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

double seconds_of(const WorkModel& model, const Method& method, const Statistics& work) {
  const bool is_explicit = method.traits.kind == MethodTraits::Kind::non_stiff;
  return is_explicit ? model.of_explicit(work) : model.of_implicit(work);
}

}  // namespace

TwoMethods::TwoMethods(const RunEquations& of, std::unique_ptr<Integrator> first, const Pair& second)
    : of_(of), second_pair_(second), first_(std::move(first)) {}

void TwoMethods::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_end_ = t_end;
  if (is_first_) {
    first_->start(t, y, ydot, t_end);
  } else {
    const Motion at = of_.mechanical->motion(t, y);
    const Vector inner = dae_->assemble(at.q, at.v, at.a, at.lambda, at.s);
    const Vector rates = dae_->derivative(t, view(inner));
    second_->start(t, view(inner), view(rates), t_end);
  }
  if (statistics_.steps == 0) mark_ = old_mark_ = {t, own_work()};
  take();
}

StepOutcome TwoMethods::step(double t_stop) {
  if (is_change_due_) change();
  StepOutcome outcome = active().step(t_stop);
  if (!outcome.is_ok() && is_first_ && may_be_avoided(*outcome.failure)) {
    want_change("'" + plan().method->name + "' fails: " + outcome.failure->what);
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
  mark();
  return outcome;
}

void TwoMethods::take() {
  if (!is_first_) {
    dense_output_.take(second_->dense_output());
    dense_output_.pick(second_->y(), view(y_));
  }
  statistics_ = first_->statistics() + finished_;
  if (second_) statistics_ = statistics_ + second_->statistics();
}

void TwoMethods::mark() {
  if (n_steps_ % mark_every != 0) return;
  old_mark_ = mark_;
  mark_ = {t(), own_work()};
}

double TwoMethods::rate() {
  make_models();
  const Statistics work = own_work() - old_mark_.work;
  const double seconds = is_first_ ? seconds_of(*first_model_, *plan().method, work)
                                   : seconds_of(*second_model_, second_pair_.method, work);
  return seconds / (t() - old_mark_.t);
}

std::optional<double> TwoMethods::rate_of_trial() {
  make_models();
  try {
    const Motion at = motion();
    const auto trial = started_second(t(), of_.mechanical->consistent_start(t(), at.q, at.v, at.s));
    Mark middle;
    for (int k = 0; k < trial_steps && trial->t() < t_end_; ++k) {
      if (k == trial_steps / 2) middle = {trial->t(), trial->statistics()};
      if (!trial->step(t_end_).is_ok()) return std::nullopt;
    }
    if (middle.work.steps == 0) middle.t = t();
    return seconds_of(*second_model_, second_pair_.method, trial->statistics() - middle.work) /
           (trial->t() - middle.t);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return std::nullopt;  // a trial may leave the domain of the model, or find no start
  }
}

const WorkModel& TwoMethods::first_model() {
  make_models();
  return *first_model_;
}

void TwoMethods::make_models() {
  if (first_model_) return;
  make_dae();
  first_model_.emplace(sizes_of(plan().dae, of_.system.get()));
  second_model_.emplace(sizes_of(dae_->info(), of_.system.get()));
}

void TwoMethods::want_change(std::string reason) {
  is_change_due_ = true;
  reason_ = std::move(reason);
}

/// Restarts with the other method; false if that is not possible.
bool TwoMethods::change() {
  is_change_due_ = false;
  const double t = this->t(), left = n_steps_ > mark_every ? rate() : 0;
  try {
    const Motion at = motion();
    const InitialState state = of_.mechanical->consistent_start(t, at.q, at.v, at.s);
    if (is_first_) {
      start_second(t, state);
    } else {
      const Vector y = of_.mechanical->assemble(state.q, state.v, state.a, state.lambda, state.s);
      const Vector rates = of_.mechanical->derivative(t, view(y));
      first_->start(t, view(y), view(rates), t_end_);
    }
  } catch (const NoConsistentState&) {
    patience_ = n_steps_ + patience_growth * patience_;
    return false;
  }
  left_rate_ = left;
  is_first_ = !is_first_;
  n_steps_ = 0;
  next_look_ = 0;
  mark_ = old_mark_ = {t, own_work()};
  changes_.push_back({t, is_first_ ? plan().names.formulation.name : second_pair_.formulation.name,
                      is_first_ ? plan().method->name : second_pair_.method.name, std::move(reason_)});
  take();
  return true;
}

/// A new second method each time: its first step is as long as the last one.
void TwoMethods::start_second(double t, const InitialState& state) {
  if (second_) {
    finished_ = finished_ + second_->statistics();
    for (std::string& remark : second_->remarks()) finished_remarks_.push_back(std::move(remark));
  }
  second_ = started_second(t, state);
}

std::unique_ptr<Integrator> TwoMethods::started_second(double t, const InitialState& state) {
  first_size_ = std::abs(h_);
  make_dae();
  IntegratorParts parts{
      .method = second_pair_.method,
      .options = second_pair_.options,
      .step = second_pair_.step,
      .dae = *dae_,
  };
  parts.mechanical = dae_.get();
  parts.system = of_.system;
  parts.step.h0 = first_size_;
  auto made = make_integrator(parts);
  const Vector y = dae_->assemble(state.q, state.v, state.a, state.lambda, state.s);
  const Vector rates = dae_->derivative(t, view(y));
  made->start(t, view(y), view(rates), t_end_);
  return made;
}

void TwoMethods::make_dae() {
  if (dae_) return;
  const Formulation& formulation = second_pair_.formulation;
  dae_ = formulation.make(of_.system, OptionValues(formulation.options, second_pair_.settings));
  const Vector numbers = Vector::LinSpaced(dae_->info().n_unknowns(), 0, dae_->info().n_unknowns() - 1);
  const Motion at = dae_->motion(0, view(numbers));
  const Vector selected = of_.mechanical->assemble(at.q, at.v, at.a, at.lambda, at.s);
  std::vector<int> from;
  for (const double number : selected) from.push_back(static_cast<int>(number));
  dense_output_.select(std::move(from), numbers.size());
  y_ = selected;
}

bool TwoMethods::can_be_saved() const {
  return first_->restorable()->can_be_saved() && (!second_ || second_->restorable()->can_be_saved());
}

void TwoMethods::save(StateWriter& out) {
  out.section("two methods");
  state(std::as_const(*this), out);
  first_->restorable()->save(out);
  out(second_ != nullptr);
  if (second_) second_->restorable()->save(out);
}

void TwoMethods::load(StateReader& in) {
  in.section("two methods");
  state(*this, in);
  first_->restorable()->load(in);
  bool has_second = false;
  in(has_second);
  if (has_second) {
    // Any consistent values start it; the saved ones replace them.
    const Motion at = of_.mechanical->motion(first_->t(), first_->y());
    const double h = std::exchange(h_, first_size_);
    second_ = started_second(first_->t(), {at.q, at.v, at.a, at.lambda, at.s});
    h_ = h;
    second_->restorable()->load(in);
  }
  take();
}

std::optional<double> TwoMethods::local_error(Vec e) const {
  if (is_first_) return first_->local_error(e);
  Vector& room = dense_output_.room();
  const auto added = second_->local_error(view(room));
  if (added) dense_output_.pick(view(std::as_const(room)), e);
  return added;
}

std::vector<std::string> TwoMethods::remarks() const {
  std::vector<std::string> list = first_->remarks();
  list.insert(list.end(), finished_remarks_.begin(), finished_remarks_.end());
  if (second_)
    for (std::string& remark : second_->remarks()) list.push_back(std::move(remark));
  return list;
}

}  // namespace pleuel
