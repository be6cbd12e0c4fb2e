#include "pleuel/driver/rank_loss.hpp"

#include <algorithm>
#include <array>

#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double near_sine = 0.1;
constexpr double far_sine = 0.12;
constexpr double shrunk = 0.01;  // of the longest step
constexpr double free_step = 0.5;
constexpr double free_tolerance = 1e3;
constexpr double finest_tolerance = 1e-9;
constexpr std::array passing = {"ggl1", "psi1", "ovd1"};

}  // namespace

bool may_be_loss_of_rank(FailureKind kind) {
  return kind == FailureKind::singular_matrix || kind == FailureKind::newton_divergence ||
         kind == FailureKind::step_collapse || kind == FailureKind::not_finite;
}

bool can_pass_rank_loss(const std::string& formulation) {
  return std::find(passing.begin(), passing.end(), formulation) != passing.end();
}

RankLossIntegrator::RankLossIntegrator(MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system,
                                       StepSettings step, Make make)
    : dae_(dae),
      step_(std::move(step)),
      make_(std::move(make)),
      constraints_(std::move(system)),
      inner_(make_(step_)) {}

void RankLossIntegrator::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_end_ = t_end;
  if (mode_ == Mode::free) {
    finished_ = statistics_;
    inner_ = make_(step_);
  }
  mode_ = next_ = Mode::usual;
  longest_ = 0;
  inner_->start(t, y, ydot, t_end);
}

StepOutcome RankLossIntegrator::step(double t_stop) {
  if (next_ != mode_) next_ == Mode::free ? enter() : leave();
  StepOutcome outcome = inner_step(t_stop);
  if (!outcome.is_ok() && mode_ == Mode::usual && longest_ > 0 &&
      may_be_loss_of_rank(outcome.failure->kind) && is_near_loss(near_sine)) {
    enter();
    outcome = inner_step(t_stop);
  }
  if (!outcome.is_ok()) return outcome;
  const double h = inner_->piece().end() - inner_->piece().begin();
  if (mode_ == Mode::free) {
    if (!is_near_loss(far_sine)) next_ = Mode::usual;
  } else {
    longest_ = std::max(longest_, h);
    const bool is_cut = inner_->t() >= t_stop;
    if (h < shrunk * longest_ && !is_cut && is_near_loss(near_sine)) next_ = Mode::free;
  }
  return outcome;
}

StepOutcome RankLossIntegrator::inner_step(double t_stop) {
  StepOutcome outcome = inner_->step(t_stop);
  statistics_ = finished_ + inner_->statistics();
  return outcome;
}

bool RankLossIntegrator::is_near_loss(double sine) {
  return !constraints_.rank(inner_->t(), dae_.motion(inner_->t(), inner_->y()).q, sine).is_full();
}

void RankLossIntegrator::enter() {
  StepSettings step = step_;
  step.tolerance.rtol = std::max(step.tolerance.rtol, finest_tolerance);
  step.tolerance.atol = std::max(step.tolerance.atol, finest_tolerance);
  const bool has_eta = std::any_of(dae_.info().unknowns.begin(), dae_.info().unknowns.end(),
                                   [](const Unknown& u) { return u.group == Group::eta; });
  for (auto* of : {&step.tolerance.rtol_of, &step.tolerance.atol_of}) {
    of->clear();
    (*of)[name_of(Group::lambda)] = free_tolerance;
    if (has_eta) (*of)[name_of(Group::eta)] = free_tolerance;
  }
  const double h = free_step * longest_;
  step.h_max = step.h_max > 0 ? std::min(step.h_max, h) : h;
  step.h0 = step.h_max;
  mode_ = next_ = Mode::free;
  ++passages_;
  begin(inner_->t(), inner_->y(), step);
}

void RankLossIntegrator::leave() {
  const double t = inner_->t();
  const Motion at = dae_.motion(t, inner_->y());
  Vector y = inner_->y();
  try {
    const InitialState x = dae_.consistent_start(t, at.q, at.v, at.s);
    y = dae_.assemble(x.q, x.v, x.a, x.lambda, x.s);
  } catch (const NoConsistentState&) {  // y is good enough to go on from
  }
  StepSettings step = step_;
  step.h0 = free_step * longest_;
  mode_ = next_ = Mode::usual;
  longest_ = 0;
  begin(t, y, step);
}

void RankLossIntegrator::begin(double t, const Vector& y, const StepSettings& step) {
  auto integrator = make_(step);
  integrator->start(t, view(y), dae_.derivative(t, view(y)), t_end_);
  finished_ = statistics_;
  inner_ = std::move(integrator);
}

}  // namespace pleuel
