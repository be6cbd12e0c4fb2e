#include "pleuel/integrator/alpha/generalized_alpha.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/loop/controlled_size.hpp"
#include "pleuel/integrator/newton/newton_defaults.hpp"
#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

namespace pleuel {
namespace {

constexpr double kSmallestError = 1e-10;
// The estimated local errors behave like h³.
constexpr int kErrorOrder = 3;
// Increments within the tolerance that no longer shrink: fine meshes amplify rounding errors of q
// to that size.
constexpr double kStagnation = 1;
constexpr int kIterations = 10;

int newton_limit(const StepSettings& settings, const AlphaOptions& options) {
  if (options.newton_max > 0) return options.newton_max;
  return settings.fixed_step > 0 ? fixed_step_iterations : kIterations;
}

NewtonOptions newton_options(const StepSettings& settings, const AlphaOptions& options, double rtol) {
  return {.max_iterations = std::max(1, newton_limit(settings, options) - 1),
          .kappa = options.newton_tolerance > 0 ? options.newton_tolerance : newton_kappa(rtol),
          .rounding = newton_rounding(rtol),
          .stagnation = kStagnation,
          .error_order = kErrorOrder,
          .gives_up_early = !(settings.fixed_step > 0),
          .first_judged = 2};
}

void check(const AlphaOptions& options, const StepSettings& settings) {
  std::vector<std::string> faults;
  const AlphaCoefficients& c = options.coefficients;
  if (c.order() < 2 && !(settings.fixed_step > 0))
    faults.push_back("gamma is " + number_text(c.gamma) + ", which gives order 1; order 2, which the error " +
                     "test assumes, needs gamma = 1/2 - alpha_m + alpha_f = " +
                     number_text(c.second_order_gamma()) + "; leave gamma=auto or give a fixed step, --step");
  if (options.iteration == AlphaIteration::projected && options.multiplier != AlphaMultiplier::index1)
    faults.emplace_back(
        "iteration=projected finds its multipliers from index 1 in every iteration; leave lambda=index1");
  if (options.iteration == AlphaIteration::index3 && options.multiplier == AlphaMultiplier::mu)
    faults.emplace_back(
        "iteration=index3 does not project velocities, so there is no mu to take lambda from; its own "
        "multiplier is nu");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

const char* name_of(AlphaIteration iteration) {
  switch (iteration) {
    case AlphaIteration::projected:
      return "projected";
    case AlphaIteration::index2:
      return "index2";
    case AlphaIteration::cs:
      return "cs";
    case AlphaIteration::cm:
      return "cm";
    case AlphaIteration::index3:
      return "index3";
  }
  return "";
}

}  // namespace

FormulationRows alpha_rows(AlphaIteration iteration) {
  const bool is_index3 = iteration == AlphaIteration::index3;
  return {.name = name_of(iteration),
          .constraints = {is_index3 ? ConstraintRows{.position = 1} : ConstraintRows{.velocity = 1}},
          .constraint_level = is_index3 ? 2 : 1,
          .index_v = is_index3 ? 2 : 1,
          .index_a = is_index3 ? 3 : 2};
}

GeneralizedAlpha::GeneralizedAlpha(std::shared_ptr<const MechanicalSystem> system,
                                   const StepSettings& settings, const AlphaOptions& options)
    : system_((check(options, settings), std::move(system))),
      info_(EquationsOfMotion(system_, alpha_rows(options.iteration)).info()),
      settings_(settings),
      options_(options),
      tolerances_(resolve(settings.tolerance, info_.unknowns)),
      controller_(options.controller, kErrorOrder, newton_limit(settings, options)),
      dense_output_(system_->info().n_q() + system_->info().n_v(),
                    system_->info().n_q() + 2 * system_->info().n_v() + system_->info().n_lambda()) {
  make_solver();
}

void GeneralizedAlpha::make_solver() {
  solver_ = std::make_unique<AlphaStep>(
      *system_, options_, newton_options(settings_, options_, smallest_rtol(tolerances_)), statistics_);
}

double GeneralizedAlpha::begin(const Begin& at) {
  const SystemInfo& s = system_->info();
  const int n_q = s.n_q(), n_v = s.n_v(), first_s = n_q + 2 * n_v + s.n_lambda();
  assert(at.y.size() == info_.n_unknowns());
  const bool is_restart = statistics_.accepted > 0;
  if (!is_restart) {
    state_.resize(s);
    next_.resize(s);
  }
  state_.t = at.t;
  state_.q = at.y.head(n_q);
  state_.v = at.y.segment(n_q, n_v);
  state_.s = at.y.segment(first_s, s.n_s());
  for (Vector* x : {&phi_before_, &first_, &second_}) x->setZero(n_v);
  for (Vector* x : {&sigma_before_, &state_error_}) x->setZero(s.n_s());
  for (Vector* x : {&error_q_, &rate_new_, &between_}) x->setZero(n_q);
  position_.setZero(s.n_lambda());
  weights_ = {Vector::Zero(n_q), Vector::Zero(n_v), Vector::Zero(s.n_s()), Vector::Zero(s.n_lambda())};
  y_.setZero(at.y.size());
  rates_.setZero(at.y.size());
  solver_->restart();
  controller_.restart();
  last_size_ = 0;
  double size = at.given > 0 ? at.given : is_restart ? at.previous : 0;
  has_failed_start_ = is_restart ? !solver_->resume(at.direction * size, state_) : !solver_->start(state_);
  publish();
  dense_output_.start(at.t, view(y_), view(rates_));
  if (size == 0)
    size = initial_step({info_.unknowns, tolerances_, view(std::as_const(y_)), view(std::as_const(rates_)),
                         at.span, kErrorOrder});
  return at.first_size(size);
}

/// y and ẏ from the state; ẏ is zero for a and λ.
void GeneralizedAlpha::publish() {
  const SystemInfo& s = system_->info();
  const int n_q = s.n_q(), n_v = s.n_v(), n_g = s.n_lambda(), n_s = s.n_s();
  y_.head(n_q) = state_.q;
  y_.segment(n_q, n_v) = state_.v;
  y_.segment(n_q + n_v, n_v) = state_.phi;
  y_.segment(n_q + 2 * n_v, n_g) = state_.lambda;
  y_.tail(n_s) = state_.s;
  if (s.has_identity_kinematics()) {
    rates_.head(n_q) = state_.v;
  } else {
    solver_->evaluator().rows({.t = state_.t, .q = state_.q, .v = state_.v},
                              {.kinematics = {rates_.data(), n_q}});
  }
  rates_.segment(n_q, n_v) = state_.phi;
  rates_.tail(n_s) = state_.sigma;
}

void GeneralizedAlpha::update_weights(double h) {
  const SystemInfo& s = system_->info();
  const auto set = [&](int first, const Vector& y, double scale, Vector& weights) {
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      // A value that happens to be zero, for example at rest, has the scale of its change.
      const double size = std::max(std::abs(y[i]), std::abs(h * rates_[first + i]));
      const double allowed = tolerances_.atol[first + i] + tolerances_.rtol[first + i] * size;
      weights[i] = scale / std::max(allowed, 1e-150);
    }
  };
  const int n_q = s.n_q(), n_v = s.n_v();
  // β̂h²ν and γ̂hμ are the unknowns of [YPR98, (3.3)]; strict: λ itself.
  const double multiplier_scale = settings_.scaling == IndexScaling::scaled ? h * h : 1.0;
  set(0, state_.q, 1, weights_.q);
  set(n_q, state_.v, 1, weights_.v);
  set(n_q + 2 * n_v, state_.lambda, multiplier_scale, weights_.lambda);
  set(n_q + 2 * n_v + s.n_lambda(), state_.s, 1, weights_.s);
}

Attempt GeneralizedAlpha::attempt(const Trial& trial) {
  if (has_failed_start_) return {.outcome = AttemptOutcome::no_start};
  if (!trial.was_rejected) solver_->renew_always(false);
  update_weights(trial.size);
  state_.t = trial.t;
  const double ratio = last_size_ > 0 ? trial.size / last_size_ : 1;
  const AlphaStep::Result result = solver_->solve(state_, trial.h, ratio, weights_, next_);
  const NewtonReport newton = solver_->newton().report();
  switch (result) {
    case AlphaStep::Result::newton:
      return {.outcome = AttemptOutcome::newton, .worst = worst_unknown(), .newton = newton};
    case AlphaStep::Result::not_finite:
      return {.outcome = AttemptOutcome::not_finite, .bad_row = bad_row()};
    case AlphaStep::Result::singular: {
      // A matrix with NaN results from equations with NaN.
      const int row = bad_row();
      return {.outcome = row < 0 ? AttemptOutcome::singular : AttemptOutcome::not_finite, .bad_row = row};
    }
    case AlphaStep::Result::converged:
      break;
  }
  if (is_fixed_step()) return {.newton = newton};
  const double err = std::max(estimate_error(trial.size), violation_between(trial));
  if (!std::isfinite(err)) return {.outcome = AttemptOutcome::not_finite, .bad_row = bad_row()};
  const bool is_accepted = err < 1;
  return {.outcome = is_accepted ? AttemptOutcome::accepted : AttemptOutcome::error_test,
          .error = std::max(err, kSmallestError),
          .newton = newton};
}

/// The weighted mean of the local errors of q, v and s.
double GeneralizedAlpha::estimate_error(double h) {
  const AlphaCoefficients& c = options_.coefficients;
  // h φ̇ and h² φ̈; without a previous step the latter is assumed as large as the former.
  const double curve = last_size_ > 0 ? 2 * h / (h + last_size_) : 0;
  const auto second_difference = [&](const Vector& now, const Vector& last, const Vector& before,
                                     Vector& out) {
    if (last_size_ > 0)
      out = curve * ((now - last) - (h / last_size_) * (last - before));
    else
      out = now - last;
  };
  first_ = next_.phi - state_.phi;
  second_difference(next_.phi, state_.phi, phi_before_, second_);
  solver_->filter(first_);
  solver_->filter(second_);
  first_ *= c.position_error() * h * h;
  solver_->to_coordinates(first_, error_q_);
  double sum = weights_.q.cwiseProduct(error_q_).squaredNorm() +
               std::pow(c.velocity_error() * h, 2) * weights_.v.cwiseProduct(second_).squaredNorm();
  if (state_error_.size() > 0) {
    second_difference(next_.sigma, state_.sigma, sigma_before_, state_error_);
    solver_->filter_states(state_error_);
    sum += std::pow(options_.state_coefficients.error() * h, 2) *
           weights_.s.cwiseProduct(state_error_).squaredNorm();
  }
  const auto count = static_cast<double>(error_q_.size() + second_.size() + state_error_.size());
  return std::sqrt(sum / std::max(count, 1.0));
}

/// Largest |g| of the cubic Hermite polynomial in the middle of the step, in units of the tolerance
/// of the largest coordinate.
double GeneralizedAlpha::violation_between(const Trial& trial) {
  const SystemInfo& s = system_->info();
  if (s.n_lambda() == 0) return 0;
  SystemEvaluator& evaluator = solver_->evaluator();
  if (s.has_identity_kinematics())
    rate_new_ = next_.v;
  else
    evaluator.rows({.t = trial.t_new, .q = next_.q, .v = next_.v}, {.kinematics = rate_new_});
  between_ = 0.5 * (state_.q + next_.q) + 0.125 * trial.h * (rates_.head(s.n_q()) - rate_new_);
  evaluator.restore_invariants(between_);
  evaluator.rows({.t = trial.t + 0.5 * trial.h, .q = between_}, {.position = position_});
  return position_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() * weights_.q.minCoeff();
}

void GeneralizedAlpha::accept(const Trial& trial) {
  phi_before_ = state_.phi;
  sigma_before_ = state_.sigma;
  std::swap(state_, next_);
  state_.t = trial.t_new;
  publish();
  dense_output_.take(trial.t_new, view(std::as_const(y_)), view(std::as_const(rates_)));
  last_size_ = trial.size;
}

double GeneralizedAlpha::next_size(const Trial& trial, const Attempt& last) {
  const double size = size_after(trial, last, solver_->iterations(), controller_);
  return kept_size(trial, size, controller_.options());
}

double GeneralizedAlpha::shorter_size(const Trial& trial, const Attempt& last) {
  if (last.outcome == AttemptOutcome::error_test)
    return size_after_error(trial, last, solver_->iterations(), controller_);
  solver_->renew_matrix();
  const bool is_newton = last.outcome == AttemptOutcome::newton;
  return trial.size * (is_newton ? solver_->newton().step_factor() : 0.5);
}

bool GeneralizedAlpha::can_repeat(const Trial& /*trial*/, const Attempt& last) {
  const bool is_stuck = solver_->matrix_is_new();
  const bool has_resort =
      options_.renews_when_stuck && last.outcome == AttemptOutcome::newton && !solver_->renews_always();
  if (last.outcome == AttemptOutcome::left_domain || (is_stuck && !has_resort)) return false;
  solver_->renew_always(is_stuck);
  solver_->renew_matrix();
  return true;
}

/// The unknown with the largest increment of the last iteration.
int GeneralizedAlpha::worst_unknown() const {
  const SystemInfo& s = system_->info();
  const AlphaStep::Worst worst = solver_->worst(weights_);
  switch (worst.part) {
    case AlphaStep::Part::q:
      return s.n_q() > 0 ? worst.number : -1;
    case AlphaStep::Part::v:
      return s.n_q() + worst.number;
    case AlphaStep::Part::lambda:
      return s.n_q() + 2 * s.n_v() + worst.number;
    case AlphaStep::Part::s:
      return s.n_q() + 2 * s.n_v() + s.n_lambda() + worst.number;
  }
  return -1;
}

/// The row of the equations of motion that is not finite, or −1.
int GeneralizedAlpha::bad_row() const {
  const SystemInfo& s = system_->info();
  const AlphaStep::BadRow row = solver_->bad_row();
  switch (row.kind) {
    case AlphaStep::Row::none:
      return -1;
    case AlphaStep::Row::dynamics:
      return s.n_q() + s.n_v() + row.number;
    case AlphaStep::Row::position:
      return s.n_q() + 2 * s.n_v() + row.number;
    case AlphaStep::Row::internal:
      return s.n_q() + 2 * s.n_v() + s.n_lambda() + row.number;
  }
  return -1;
}

std::vector<std::string> GeneralizedAlpha::remarks() const {
  if (!options_.has_free_coefficients) return {};
  const AlphaCoefficients& c = options_.coefficients;
  const double limit = c.stability_limit();
  const std::string stability = std::isinf(limit) ? "stable at every step size"
                                                  : "stable only up to h omega = " + number_text(limit, 4) +
                                                        ", omega being the highest frequency in rad/s";
  return {"alpha_m = " + number_text(c.alpha_m) + ", alpha_f = " + number_text(c.alpha_f) + ", beta = " +
          number_text(c.beta) + ", gamma = " + number_text(c.gamma) + ": order " + std::to_string(c.order()) +
          (c.order() < 2 ? " (2 with gamma = " + number_text(c.second_order_gamma()) + ")" : "") + ", " +
          stability + ", spectral radius at infinity " + number_text(c.moduli_at_infinity()[0], 4)};
}

void GeneralizedAlpha::forget_matrices() {
  const NewtonControl newton = solver_->newton();
  make_solver();
  solver_->take_rates(newton);
}

template <class Self, class Stream>
void GeneralizedAlpha::state(Self& self, Stream& stream) {
  AlphaState::state(self.state_, stream);
  stream(self.phi_before_, self.sigma_before_, self.last_size_, self.has_failed_start_);
  NewtonControl::state(self.solver_->newton(), stream);
  StepController::state(self.controller_, stream);
  AlphaDenseOutput::state(self.dense_output_, stream);
}

void GeneralizedAlpha::load(StateReader& in) {
  state(*this, in);
  publish();
}

template void GeneralizedAlpha::state(const GeneralizedAlpha&, StateWriter&);
template void GeneralizedAlpha::state(GeneralizedAlpha&, StateReader&);

}  // namespace pleuel
