#include "pleuel/integrator/bdf/multistep.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/newton/newton_defaults.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kNewtonIterations = 6;
constexpr int kIndex3Iterations = 8;
constexpr double kNewtonTolerance = 0.04;
constexpr double kIndex3Tolerance = 1e-5;
// Factor by which a step adds more error than the control aims at; measured on random mechanisms
// under ori2.
constexpr double kIndex3Factor = 3;
constexpr double kNewtonReduction = 0.25;
// Relative to the step that order 1 allows: the start should reach high orders before the error
// limits it.
constexpr double kFirstPart = 0.1;
// Part of the steps at a held order from which on the user is told.
constexpr double kWorthARemark = 0.1;

ErrorNorm strict_norm(const DaeInfo& info, const StepSettings& settings) {
  return {info.unknowns, resolve(settings.tolerance, info.unknowns), IndexScaling::strict};
}

/// The unknowns in the scaled norm: a and λ multiplied at least by h, see
/// AlgebraicUnknowns::scaled.
ErrorNorm scaled_norm(const DaeInfo& info, const StepSettings& settings, AlgebraicUnknowns algebraic) {
  std::vector<Unknown> unknowns = info.unknowns;
  if (algebraic == AlgebraicUnknowns::scaled) {
    for (Unknown& unknown : unknowns)
      if (unknown.group == Group::a || unknown.group == Group::lambda)
        unknown.index = std::max(unknown.index, 2);
  }
  return {unknowns, resolve(settings.tolerance, info.unknowns), IndexScaling::scaled};
}

NewtonOptions newton_defaults(const DaeInfo& info, const StepSettings& settings,
                              const MultistepOptions& options, double rtol) {
  const bool is_fixed = settings.fixed_step > 0;
  const bool has_index_3 = info.constraint_level > 1;
  const int limit = is_fixed ? fixed_step_iterations : has_index_3 ? kIndex3Iterations : kNewtonIterations;
  const double kappa = has_index_3 ? kIndex3Tolerance : kNewtonTolerance / options.error_factor;
  return {.max_iterations = options.newton_max > 0 ? options.newton_max : limit,
          .kappa =
              std::max(options.newton_tolerance > 0 ? options.newton_tolerance : kappa, 10 * kEpsilon / rtol),
          .rounding = newton_rounding(rtol),
          .gives_up_early = !is_fixed};
}

/// Checks the options and reports all faults.
const MultistepOptions& checked(const MultistepOptions& options, int largest_order) {
  std::vector<std::string> faults;
  const auto must_be_order = [&](const char* name, int value, int smallest) {
    if (value < smallest || value > largest_order)
      faults.push_back(std::string(name) + " is " + std::to_string(value) + "; it must be from " +
                       std::to_string(smallest) + " to " + std::to_string(largest_order));
  };
  must_be_order("order_max", options.orders.order_max, 1);
  must_be_order("order", options.orders.order, 0);
  if (options.orders.order > options.orders.order_max)
    faults.push_back("order is " + std::to_string(options.orders.order) + "; it must not exceed order_max, " +
                     std::to_string(options.orders.order_max));
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return options;
}

}  // namespace

Multistep::Multistep(Dae& dae, const StepSettings& settings, const MultistepOptions& options,
                     int largest_order)
    : ImplicitMethod(dae, settings, options.name, {.real = 1, .complex = 0}),
      newton_(newton_defaults(dae.info(), settings, checked(options, largest_order),
                              smallest_rtol(resolve(settings.tolerance, dae.info().unknowns)))),
      options_(options),
      largest_order_(largest_order),
      norm_(scaled_norm(dae.info(), settings, options.algebraic)),
      strict_norm_(strict_norm(dae.info(), settings)),
      age_(options.age),
      orders_(options.orders),
      dense_output_(history_),
      formula_(1, 1, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {}

double Multistep::begin(const Begin& at) {
  const Eigen::Index n = dae_.info().n_unknowns();
  assert(at.y.size() == n && at.ydot.size() == n);
  direction_ = at.direction;
  matrix_.begin();
  for (Vector* vector : {&y_, &ydot_, &e_, &increment_, &difference_, &tested_}) vector->setZero(n);
  if (settings_.scaling == IndexScaling::scaled && !is_fixed_step()) split_norm_.start(dae_);
  residual_.setZero(dae_.info().n_rows());
  differential_.setOnes(n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (!dae_.info().unknowns[i].is_differential) differential_[i] = 0;
  newton_.restart();
  age_.restart();
  orders_.restart();
  n_points_ = 1;
  equal_steps_ = 0;
  formula_.h = 0;
  const double size = at.first_size(
      kFirstPart * initial_step({dae_.info().unknowns, norm_.tolerances(), at.y, at.ydot, at.span, 2}));
  const BdfOrderOptions& order = orders_.options();
  history_.start(at.y, at.ydot, direction_ * size, order.order > 0 ? order.order : order.order_max);
  dense_output_.take(at.t, at.t, 1, at.t);
  if (is_fixed_step()) prepare_starter(at);
  if (orders_.limit().is_watching() && !is_fixed_step()) prepare_trials();
  return size;
}

ConstVec Multistep::y() const {
  return is_starting_up() ? ConstVec(start_values_.col(served_).data(), start_values_.rows()) : history_.y();
}

std::optional<double> Multistep::local_error(Vec e) const {
  if (is_fixed_step()) return {};
  e = formula_.error_constant * e_;
  const double aim = 1 / options_.orders.bias;  // target of the step-size control
  return dae_.info().constraint_level > 1 ? kIndex3Factor * aim : aim;
}

std::vector<std::string> Multistep::remarks() const {
  const StabilityLimit& limit = orders_.limit();
  if (static_cast<double>(limit.n_held()) < kWorthARemark * static_cast<double>(statistics_.accepted))
    return {};
  return {name() + " went back to order " + std::to_string(limit.stable_order()) + " for " +
          std::to_string(limit.n_held()) + " of " + std::to_string(statistics_.accepted) +
          " steps, which cover more time there: higher orders are not A-stable, and weakly damped "
          "oscillations or rough solutions limit their steps"};
}

void Multistep::forget_matrices() {
  matrix_.forget();
  split_norm_.forget();
  if (starter_) starter_->method().forget_matrices();
}

Attempt Multistep::attempt(const Trial& trial) {
  if (is_starting_up()) return attempt_start(trial);
  if (!trial.was_rejected) {
    error_failures_ = 0;
    matrix_.renew_always(false);
    split_norm_.move_to(trial.t, history_.y());
  }
  renew_formula(trial.h);
  history_.predict(formula_, view(y_), view(ydot_));
  if (const auto singular = prepare_matrix(trial.t_new)) {
    Attempt result = singular_attempt(*singular, trial.t_new, view(std::as_const(y_)),
                                      view(std::as_const(ydot_)), view(residual_));
    if (result.bad_row >= 0) result.outcome = AttemptOutcome::not_finite;
    return result;
  }
  norm_.update(history_.y(), trial.size);
  if (settings_.scaling == IndexScaling::strict) strict_norm_.update(history_.y(), trial.size);
  e_.setZero();
  e_norm_ = newton_rate_ = -1;
  largest_increment_ = 0;
  Attempt result = solve(trial);
  if (result.is_accepted() && !is_fixed_step()) test_error(trial.size, result);
  return result;
}

/// The formula of this attempt. Steps of constant size and order with a full history reuse the
/// formula of the previous step.
void Multistep::renew_formula(double h) {
  const int order = orders_.order();
  const double leading = leading_coefficient(order);
  const bool is_equal = h == formula_.h && order == formula_.order && leading == formula_.leading;
  equal_steps_ = is_equal ? equal_steps_ + 1 : 0;
  if (equal_steps_ > order + 1) return;
  formula_ = BdfFormula(order, leading, h, history_.spacing());
}

std::optional<SingularMatrix> Multistep::prepare_matrix(double t_new) {
  matrix_.age();
  if (matrix_.renews_always()) matrix_.drop();
  if (!matrix_.has_jacobian()) {
    matrix_.linearize(t_new, view(std::as_const(y_)), view(std::as_const(ydot_)), true, statistics_);
    if (before_trial_) {
      y_jacobian_ = y_;
      ydot_jacobian_ = ydot_;
    }
  }
  return matrix_.factor(formula_.alpha, [&](NewtonMatrix& matrix) {
    ++statistics_.factorizations;
    return matrix.factor_real(0, formula_.alpha, 1.0);
  });
}

double Multistep::age_of_jacobian(double t) const { return std::abs(t - matrix_.t_jacobian()); }

void Multistep::begin_stage(double t, NewtonControl& newton) const {
  newton.begin_step_with_rate(age_.predicted(age_of_jacobian(t)));
}

Attempt Multistep::solve_stage(double t, NewtonControl& newton) {
  const NewtonVerdict verdict =
      NewtonLoop(newton, settings_.scaling, *matrix_)
          .run(
              [&] {
                if (matrix_.renews_always() && newton.iterations() > 0 && prepare_matrix(t))
                  return std::numeric_limits<double>::quiet_NaN();
                dae_.residual(t, view(std::as_const(y_)), view(std::as_const(ydot_)), view(residual_));
                ++statistics_.rhs;
                return solve_increment(newton);
              },
              [&] { return strict_norm_(view(std::as_const(increment_))); },
              [&] {
                y_ += increment_;
                ydot_ += formula_.alpha * increment_;
              });
  if (verdict != NewtonVerdict::converged)
    return newton_attempt(newton, verdict, first_bad_row(residual_),
                          norm_.worst(view(std::as_const(increment_))));
  if (newton.iterations() > 1 && newton.rate() > newton_rate_) {
    newton_rate_ = newton.rate();
    newton_distance_ = age_of_jacobian(t);
  }
  return newton_attempt(newton, verdict, -1, -1);
}

/// One Newton step in e; returns the norm of its increment.
double Multistep::solve_increment(NewtonControl& newton) {
  matrix_->solve_real(0, view(std::as_const(residual_)), view(increment_));
  ++statistics_.solves;
  ++statistics_.iterations;
  const double size = norm_(view(std::as_const(increment_)));
  e_ += increment_;
  if (newton.iterations() == 0) largest_increment_ = std::max(largest_increment_, size);
  return size;
}

bool Multistep::tests_like_newton() const {
  return settings_.scaling == IndexScaling::scaled && options_.algebraic != AlgebraicUnknowns::free &&
         !split_norm_.is_split();
}

double Multistep::error_norm(double size, ConstVec difference) {
  const bool is_free = options_.algebraic == AlgebraicUnknowns::free;
  if (is_free) tested_ = differential_.cwiseProduct(difference);
  const ConstVec e = is_free ? view(std::as_const(tested_)) : difference;
  return options_.error_factor *
         (settings_.scaling == IndexScaling::strict ? strict_norm_(e) : split_norm_(norm_, size, e));
}

void Multistep::test_error(double size, Attempt& attempt) {
  if (e_norm_ < 0) e_norm_ = error_norm(size, view(std::as_const(e_)));
  attempt.error = formula_.error_constant * e_norm_;
  attempt.worst = norm_.worst(view(std::as_const(e_)));
  if (!(attempt.error <= 1)) attempt.outcome = AttemptOutcome::error_test;
}

void Multistep::accept(const Trial& trial) {
  if (is_starting_up()) return accept_start(trial);
  const int k = formula_.order;
  if (is_fixed_step()) {
    accept_point(trial);
    orders_.fixed_step_accepted();
    return;
  }
  orders_.step_taken();
  errors_ = {};
  errors_.same = formula_.equal_step_constant(k) * e_norm_;
  const bool wants_neighbours = orders_.wants_neighbours(errors_.same);
  if (wants_neighbours && orders_.wants_raised() && history_.n_differences() >= k + 2) {
    difference_ = e_ - formula_.beta[k + 1] * history_.difference(k + 2);
    errors_.raised =
        formula_.equal_step_constant(k + 1) * error_norm(trial.size, view(std::as_const(difference_)));
  }
  accept_point(trial);
  const bool wants_differences = wants_neighbours && orders_.wants_differences(trial.size);
  if (wants_neighbours && k > 1) {
    const double middle = error_norm(trial.size, history_.difference(k + 1));
    errors_.lower = formula_.equal_step_constant(k - 1) * middle;
    if (wants_differences)
      wants_trial_ = orders_.limit().look(e_norm_, middle, error_norm(trial.size, history_.difference(k)));
  }
  if (orders_.must_go_back() || wants_trial_) {
    const int stable = orders_.limit().stable_order();
    errors_.stable =
        formula_.equal_step_constant(stable) * error_norm(trial.size, history_.difference(stable + 2));
  }
}

void Multistep::accept_point(const Trial& trial) {
  const int k = formula_.order;
  history_.accept(formula_, view(std::as_const(e_)));
  ++n_points_;
  if (n_points_ < k + 2) history_.restrict(k + 2, view(std::as_const(differential_)));
  y_ = history_.y();
  if (dae_.project(trial.t_new, view(y_))) {
    difference_ = y_ - history_.y();
    history_.shift(view(std::as_const(difference_)));
  }
  dense_output_.take(trial.t, trial.t_new, k, trial.t_new);
  renew_if_old(trial);
}

/// Marks the Jacobian for renewal when the next step would converge too slowly with it.
void Multistep::renew_if_old(const Trial& trial) {
  const double t_jacobian = matrix_.t_jacobian();
  age_.step_done(newton_rate_, newton_distance_);
  const double rate = age_.predicted(std::abs(trial.t_new + trial.h - t_jacobian));
  if (rate < 1 && age_.is_slow(rate, newton_.options().kappa / largest_increment_, trial.size))
    matrix_.drop();
}

double Multistep::next_size(const Trial& trial, const Attempt& /*last*/) {
  if (wants_trial_) compare_with_stable_order(trial);
  double size = orders_.accepted(errors_).factor * trial.size;
  if (error_failures_ > 0) return std::min(size, trial.size);
  // A step cut by t_stop does not invalidate the size planned before.
  if (trial.was_cut) size = std::max(size, std::min(trial.planned, 2 * trial.size));
  return size;
}

double Multistep::shorter_size(const Trial& trial, const Attempt& last) {
  if (last.outcome == AttemptOutcome::error_test) {
    ++error_failures_;
    const int k = formula_.order;
    BdfOrderErrors errors;
    errors.same = last.error;
    if (k > 1) {
      difference_ = e_ + formula_.beta[k] * history_.difference(k + 1);
      errors.lower =
          formula_.equal_step_constant(k - 1) * error_norm(trial.size, view(std::as_const(difference_)));
    }
    return trial.size * orders_.rejected(errors, error_failures_).factor;
  }
  orders_.step_failed();
  const bool is_newton = last.outcome == AttemptOutcome::newton || last.outcome == AttemptOutcome::singular;
  const bool has_old_jacobian = is_newton && !matrix_.is_current();
  matrix_.drop();
  return has_old_jacobian ? trial.size : kNewtonReduction * trial.size;
}

bool Multistep::can_repeat(const Trial& /*trial*/, const Attempt& last) {
  const bool is_final =
      last.outcome == AttemptOutcome::singular || last.outcome == AttemptOutcome::left_domain;
  if (is_final || matrix_.renews_always()) return false;
  matrix_.renew_always(matrix_.is_current());
  orders_.step_failed();
  matrix_.drop();
  return true;
}

/// The first row of the equations that is not finite at the predicted point, or −1 if only
/// derivatives are not finite.
template <class Self, class Stream>
void Multistep::state(Self& self, Stream& stream) {
  stream(self.direction_, self.n_points_, self.n_start_, self.served_, self.e_, self.equal_steps_);
  BdfFormula::state(self.formula_, stream);
  NewtonControl::state(self.newton_, stream);
  JacobianAge::state(self.age_, stream);
  BdfOrderControl::state(self.orders_, stream);
  BdfHistory::state(self.history_, stream);
  BdfDenseOutput::state(self.dense_output_, stream);
  if (self.is_fixed_step()) stream(resized(self.start_values_), resized(self.start_times_));
}

void Multistep::save(StateWriter& out) const {
  state(*this, out);
  if (starter_) starter_->save(out);
}

void Multistep::load(StateReader& in) {
  state(*this, in);
  if (starter_) starter_->load(in);
}

}  // namespace pleuel
