#include "pleuel/integrator/alpha/generalized_alpha.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// A remainder up to kStretch steps is done in one step, up to kSplit steps in two equal ones.
constexpr double kStretch = 1.01;
constexpr double kSplit = 1.2;
constexpr double kFixedStretch = 1.001;
constexpr double kSmallestError = 1e-10;
constexpr double kSmallestPart = 1e-30;
// The estimated local errors behave like h³.
constexpr int kErrorOrder = 3;
// Increments within the tolerance that no longer shrink: the stiffness of fine meshes amplifies rounding errors of q to that size.
constexpr double kStagnation = 1;
constexpr int kFixedStepIterations = 25;
constexpr int kIterations = 10;

int newton_limit(const StepSettings& settings, const AlphaOptions& options) {
  if (options.newton_max > 0) return options.newton_max;
  return settings.fixed_step > 0 ? kFixedStepIterations : kIterations;
}

NewtonOptions newton_options(const StepSettings& settings, const AlphaOptions& options, double rtol) {
  return {.max_iterations = std::max(1, newton_limit(settings, options) - 1),
          .kappa = options.newton_tolerance > 0 ? options.newton_tolerance : newton_kappa(rtol),
          .rounding = 100 * kEpsilon / rtol,
          .stagnation = kStagnation,
          .error_order = kErrorOrder,
          .gives_up_early = !(settings.fixed_step > 0)};
}

double smallest(const Vector& x) { return x.size() > 0 ? x.minCoeff() : 1.0; }

void check(const StepSettings& settings, const AlphaOptions& options) {
  std::vector<std::string> faults;
  const auto must_be_size = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value)))
      faults.push_back(std::string(name) + " is " + number_text(value) + "; it must be zero or positive");
  };
  must_be_size("h0", settings.h0);
  must_be_size("fixed_step", settings.fixed_step);
  must_be_size("h_max", settings.h_max);
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
    : system_((check(settings, options), std::move(system))),
      info_(EquationsOfMotion(system_, alpha_rows(options.iteration)).info()),
      settings_(settings),
      options_(options),
      tolerances_(resolve(settings.tolerance, info_.unknowns)),
      solver_(*system_, options, newton_options(settings, options, smallest(tolerances_.rtol))),
      statistics_(solver_.statistics()),
      controller_(options.controller, kErrorOrder, newton_limit(settings, options)),
      piece_(system_->info().n_q() + system_->info().n_v(),
             system_->info().n_q() + 2 * system_->info().n_v() + system_->info().n_lambda()) {}

void GeneralizedAlpha::start(double t, ConstVec y, ConstVec /*ydot*/, double t_end) {
  const SystemInfo& s = system_->info();
  const int n_q = s.n_q(), n_v = s.n_v(), first_s = n_q + 2 * n_v + s.n_lambda();
  assert(y.size() == info_.n_unknowns());
  const bool is_restart = statistics_.accepted > 0;
  if (!is_restart) {
    state_.resize(s);
    next_.resize(s);
  }
  state_.t = t;
  state_.q = y.head(n_q);
  state_.v = y.segment(n_q, n_v);
  state_.s = y.segment(first_s, s.n_s());
  for (Vector* x : {&phi_before_, &first_, &second_}) x->setZero(n_v);
  for (Vector* x : {&sigma_before_, &state_error_}) x->setZero(s.n_s());
  error_q_.setZero(n_q);
  weights_ = {Vector::Zero(n_q), Vector::Zero(n_v), Vector::Zero(s.n_s()), Vector::Zero(s.n_lambda())};
  y_.setZero(y.size());
  rates_.setZero(y.size());
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  solver_.restart();
  controller_.restart();
  trouble_ = Trouble::none;
  h_last_ = 0;
  if (!is_restart) h_planned_ = 0;
  if (is_fixed_step() || settings_.h0 > 0) h_planned_ = is_fixed_step() ? settings_.fixed_step : settings_.h0;
  has_failed_start_ = is_restart ? !solver_.resume(direction_ * h_planned_, state_) : !solver_.start(state_);
  publish();
  piece_.start(t, view(y_), view(rates_));
  if (h_planned_ == 0)
    h_planned_ = initial_step({info_.unknowns, tolerances_, view(std::as_const(y_)),
                               view(std::as_const(rates_)), span_, kErrorOrder});
  if (settings_.h_max > 0) h_planned_ = std::min(h_planned_, settings_.h_max);
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
    solver_.evaluator().rows({.t = state_.t, .q = state_.q, .v = state_.v},
                             {.kinematics = {rates_.data(), n_q}});
  }
  rates_.segment(n_q, n_v) = state_.phi;
  rates_.tail(n_s) = state_.sigma;
}

StepOutcome GeneralizedAlpha::step(double t_stop) {
  std::string text;
  try {
    return advance(t_stop);
  } catch (const std::exception& exception) {
    text = exception.what();
  } catch (...) {
    text = "an exception that is no std::exception";
  }
  solver_.renew_matrix();
  Failure failure = basic_failure(FailureKind::user_exception);
  failure.what = "a function of the model threw: " + text;
  return {.failure = std::move(failure), .t = state_.t, .h = h_, .order = 2};
}

StepOutcome GeneralizedAlpha::advance(double t_stop) {
  const auto failed = [&](Failure failure) {
    return StepOutcome{.failure = std::move(failure), .t = state_.t, .h = h_, .order = 2};
  };
  was_rejected_ = false;
  retries_ = 0;
  double t_new = choose_step(t_stop);
  if (h_ == 0) return {.failure = {}, .t = state_.t, .h = 0, .order = 2};
  if (has_failed_start_) return failed(failure_after(Trouble::singular));
  for (;;) {
    if (auto failure = forbidden()) return failed(std::move(*failure));
    ++statistics_.steps;
    recent_.add(direction_ * h_);
    trouble_ = try_step();
    if (trouble_ == Trouble::none) break;
    if (++retries_ > settings_.max_retries) return failed(too_many_retries());
    if (is_fixed_step()) {
      if (solver_.matrix_is_new() || trouble_ == Trouble::left_domain) return failed(failure_after(trouble_));
      ++statistics_.newton_failures;
      solver_.renew_matrix();
      continue;
    }
    shorten_after(trouble_);
    t_new = state_.t + direction_ * h_;
  }
  accept(t_new);
  return {.failure = {}, .t = state_.t, .h = piece_.h(), .order = 2};
}

/// Sets h_ for the distance that is left and returns where the step leads. h_ = 0: already there.
double GeneralizedAlpha::choose_step(double t_stop) {
  const double left = direction_ * (t_stop - state_.t);
  h_ = 0;
  if (left <= 2 * kEpsilon * std::abs(state_.t)) return state_.t = t_stop;
  if (is_fixed_step()) {
    h_ = left <= kFixedStretch * h_planned_ ? left : h_planned_;
  } else if (left <= kStretch * h_planned_) {
    h_ = left;
  } else if (left <= kSplit * h_planned_) {
    h_ = left / 2;
  } else {
    h_ = h_planned_;
  }
  return h_ == left ? t_stop : state_.t + direction_ * h_;
}

double GeneralizedAlpha::smallest_step() const {
  return std::max(10 * kEpsilon * std::abs(state_.t), kSmallestPart * span_);
}

void GeneralizedAlpha::update_weights() {
  const SystemInfo& s = system_->info();
  const auto set = [&](int first, const Vector& y, double scale, Vector& weights) {
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      // A value that is zero by chance, as at rest, has the size of its change.
      const double size = std::max(std::abs(y[i]), std::abs(h_ * rates_[first + i]));
      const double allowed = tolerances_.atol[first + i] + tolerances_.rtol[first + i] * size;
      weights[i] = scale / std::max(allowed, 1e-150);
    }
  };
  const int n_q = s.n_q(), n_v = s.n_v();
  // β̂h²ν and γ̂hμ are the unknowns of [YPR98, (3.3)]; strict: λ itself.
  const double multiplier_scale = settings_.scaling == IndexScaling::scaled ? h_ * h_ : 1.0;
  set(0, state_.q, 1, weights_.q);
  set(n_q, state_.v, 1, weights_.v);
  set(n_q + 2 * n_v, state_.lambda, multiplier_scale, weights_.lambda);
  set(n_q + 2 * n_v + s.n_lambda(), state_.s, 1, weights_.s);
}

GeneralizedAlpha::Trouble GeneralizedAlpha::try_step() {
  update_weights();
  const double ratio = h_last_ > 0 ? h_ / h_last_ : 1;
  AlphaStep::Result result{};
  try {
    result = solver_.solve(state_, direction_ * h_, ratio, weights_, next_);
  } catch (const LeftDomain& left) {
    left_domain_text_ = left.what();
    left_domain_quantity_ = left.quantity();
    solver_.renew_matrix();
    return Trouble::left_domain;
  }
  switch (result) {
    case AlphaStep::Result::newton:
      return Trouble::newton;
    case AlphaStep::Result::not_finite:
      return Trouble::not_finite;
    case AlphaStep::Result::singular:
      return Trouble::singular;
    case AlphaStep::Result::converged:
      break;
  }
  if (is_fixed_step()) return Trouble::none;
  err_ = estimate_error();
  if (!std::isfinite(err_)) return Trouble::not_finite;
  err_ = std::max(err_, kSmallestError);
  return err_ < 1 ? Trouble::none : Trouble::error_test;
}

/// The weighted mean of the local errors of q, v and s.
double GeneralizedAlpha::estimate_error() {
  const double h = h_;
  const AlphaCoefficients& c = options_.coefficients;
  // h φ̇ and h² φ̈; without a step before the latter is taken as large as the former.
  const double curve = h_last_ > 0 ? 2 * h / (h + h_last_) : 0;
  const auto second_difference = [&](const Vector& now, const Vector& last, const Vector& before,
                                     Vector& out) {
    if (h_last_ > 0)
      out = curve * ((now - last) - (h / h_last_) * (last - before));
    else
      out = now - last;
  };
  first_ = next_.phi - state_.phi;
  second_difference(next_.phi, state_.phi, phi_before_, second_);
  solver_.filter(first_);
  solver_.filter(second_);
  first_ *= c.position_error() * h * h;
  solver_.to_coordinates(first_, error_q_);
  double sum = weights_.q.cwiseProduct(error_q_).squaredNorm() +
               std::pow(c.velocity_error() * h, 2) * weights_.v.cwiseProduct(second_).squaredNorm();
  if (state_error_.size() > 0) {
    second_difference(next_.sigma, state_.sigma, sigma_before_, state_error_);
    solver_.filter_states(state_error_);
    sum += std::pow(options_.state_coefficients.error() * h, 2) *
           weights_.s.cwiseProduct(state_error_).squaredNorm();
  }
  const auto count = static_cast<double>(error_q_.size() + second_.size() + state_error_.size());
  return std::sqrt(sum / std::max(count, 1.0));
}

void GeneralizedAlpha::accept(double t_new) {
  phi_before_ = state_.phi;
  sigma_before_ = state_.sigma;
  std::swap(state_, next_);
  state_.t = t_new;
  ++statistics_.accepted;
  publish();
  piece_.take(t_new, view(std::as_const(y_)), view(std::as_const(rates_)));
  if (!is_fixed_step()) plan_next_step();
  h_last_ = h_;
}

void GeneralizedAlpha::plan_next_step() {
  double h_new = controller_.accepted(h_, err_, solver_.iterations());
  const bool was_shortened = h_ < h_planned_ && !was_rejected_;
  if (was_rejected_) h_new = std::min(h_new, h_);
  // A step cut short by t_stop says nothing against the size planned before.
  if (was_shortened && h_ * controller_.options().largest_growth < h_planned_) h_new = h_planned_;
  const double growth = h_new / h_;
  if (growth >= 1 && growth <= controller_.options().keep_up_to) h_new = h_;
  h_planned_ = settings_.h_max > 0 ? std::min(h_new, settings_.h_max) : h_new;
}

void GeneralizedAlpha::shorten_after(Trouble trouble) {
  if (trouble == Trouble::error_test) {
    ++statistics_.rejected;
    h_ = h_last_ == 0 ? h_ / controller_.options().first_reduction
                      : controller_.rejected(h_, err_, solver_.iterations());
  } else {
    ++statistics_.newton_failures;
    h_ *= trouble == Trouble::newton ? solver_.newton().step_factor() : 0.5;
    solver_.renew_matrix();
  }
  was_rejected_ = true;
  h_planned_ = h_;
}

}  // namespace pleuel
