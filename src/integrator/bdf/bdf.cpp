#include "pleuel/integrator/bdf/bdf.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/control/initial_step.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// A remainder up to kStretch steps is done in one step, up to kSplit steps in two equal ones.
constexpr double kStretch = 1.01;
constexpr double kSplit = 2;
constexpr double kFixedStretch = 1.001;
constexpr int kSingularTries = 5;
constexpr int kNewtonIterations = 6;
constexpr int kIndex3Iterations = 8;
constexpr double kNewtonTolerance = 0.04;
constexpr double kIndex3Tolerance = 1e-5;
// What a step adds to errors more than the control aims at: measured on random mechanisms under ori2.
constexpr double kIndex3Factor = 3;
// Newton iterations with a fixed step, where a failed step cannot be shortened.
constexpr int kFixedStepIterations = 25;
constexpr double kNewtonReduction = 0.25;
// Of the step that order 1 would allow: the start shall reach high orders before an error speaks against it.
constexpr double kFirstPart = 0.1;
// Near t = 0 the resolution of time is no limit; this part of the interval is.
constexpr double kSmallestPart = 1e-30;

double smallest_rtol(const Tolerances& tolerances) {
  return tolerances.rtol.size() > 0 ? tolerances.rtol.minCoeff() : 1.0;
}

ErrorNorm strict_norm(const DaeInfo& info, const StepSettings& settings) {
  return {info.unknowns, resolve(settings.tolerance, info.unknowns), IndexScaling::strict};
}

/// The unknowns as they count in the scaled norm: a and λ by h at least, see AlgebraicUnknowns::scaled.
ErrorNorm scaled_norm(const DaeInfo& info, const StepSettings& settings, AlgebraicUnknowns algebraic) {
  std::vector<Unknown> unknowns = info.unknowns;
  if (algebraic == AlgebraicUnknowns::scaled) {
    for (Unknown& unknown : unknowns)
      if (unknown.group == Group::a || unknown.group == Group::lambda)
        unknown.index = std::max(unknown.index, 2);
  }
  return {unknowns, resolve(settings.tolerance, info.unknowns), IndexScaling::scaled};
}

NewtonOptions newton_options(const DaeInfo& info, const StepSettings& settings, const BdfOptions& options,
                             double rtol) {
  const bool is_fixed = settings.fixed_step > 0;
  const bool has_index_3 = info.constraint_level > 1;
  const int limit = is_fixed ? kFixedStepIterations : has_index_3 ? kIndex3Iterations : kNewtonIterations;
  const double kappa = has_index_3 ? kIndex3Tolerance : kNewtonTolerance;
  return {.max_iterations = options.newton_max > 0 ? options.newton_max : limit,
          .kappa =
              std::max(options.newton_tolerance > 0 ? options.newton_tolerance : kappa, 10 * kEpsilon / rtol),
          .rounding = 100 * kEpsilon / rtol,
          .gives_up_early = !is_fixed};
}

/// Settings and options, checked; all faults at once.
const StepSettings& checked(const StepSettings& settings, const BdfOptions& options) {
  std::vector<std::string> faults;
  const auto must_be_size = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value)))
      faults.push_back(std::string(name) + " is " + number_text(value) + "; it must be zero or positive");
  };
  must_be_size("h0", settings.h0);
  must_be_size("fixed_step", settings.fixed_step);
  must_be_size("h_max", settings.h_max);
  const auto must_be_order = [&](const char* name, int value, int smallest) {
    if (value < smallest || value > kLargestBdfOrder)
      faults.push_back(std::string(name) + " is " + std::to_string(value) + "; it must be from " +
                       std::to_string(smallest) + " to " + std::to_string(kLargestBdfOrder));
  };
  must_be_order("order_max", options.orders.order_max, 1);
  must_be_order("order", options.orders.order, 0);
  if (options.orders.order > options.orders.order_max)
    faults.push_back("order is " + std::to_string(options.orders.order) + "; it must not exceed order_max, " +
                     std::to_string(options.orders.order_max));
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return settings;
}

}  // namespace

Bdf::Bdf(Dae& dae, const StepSettings& settings, const BdfOptions& options)
    : dae_(dae),
      settings_(checked(settings, options)),
      options_(options),
      norm_(scaled_norm(dae.info(), settings, options.algebraic)),
      strict_norm_(strict_norm(dae.info(), settings)),
      newton_(newton_options(dae.info(), settings, options, smallest_rtol(norm_.tolerances()))),
      age_(options.age),
      orders_(options.orders),
      piece_(history_),
      formula_(1, 1, {1, 2, 3, 4, 5, 6, 7, 8}) {}

void Bdf::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  const Eigen::Index n = dae_.info().n_unknowns();
  assert(y.size() == n && ydot.size() == n);
  t_ = t;
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  if (!matrix_) matrix_ = dae_.newton_matrix({.real = 1, .complex = 0});
  for (Vector* vector : {&y_, &ydot_, &e_, &increment_, &difference_, &tested_}) vector->setZero(n);
  if (settings_.scaling == IndexScaling::scaled && !is_fixed_step()) split_norm_.start(dae_);
  residual_.setZero(dae_.info().n_rows());
  differential_.setOnes(n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (!dae_.info().unknowns[i].is_differential) differential_[i] = 0;
  newton_.restart();
  age_.restart();
  orders_.restart();
  has_jacobian_ = jacobian_is_current_ = false;
  trouble_ = Trouble::none;
  n_points_ = 1;
  equal_steps_ = 0;
  formula_.h = 0;
  h_planned_ = is_fixed_step() ? settings_.fixed_step : settings_.h0;
  if (h_planned_ == 0)
    h_planned_ = kFirstPart * initial_step({dae_.info().unknowns, norm_.tolerances(), y, ydot, span_, 2});
  if (settings_.h_max > 0) h_planned_ = std::min(h_planned_, settings_.h_max);
  history_.start(y, ydot, direction_ * h_planned_);
  piece_.take(t, t, 1, t);
  if (is_fixed_step()) prepare_starter(t, y, ydot);
}

ConstVec Bdf::y() const {
  return is_served() ? ConstVec(start_values_.col(served_).data(), start_values_.rows()) : history_.y();
}

std::optional<double> Bdf::local_error(Vec e) const {
  if (is_fixed_step()) return {};
  e = formula_.error_constant * e_;
  const double aim = 1 / options_.orders.bias;  // of the control of the step
  return dae_.info().constraint_level > 1 ? kIndex3Factor * aim : aim;
}

StepOutcome Bdf::step(double t_stop) {
  std::string text;
  try {
    return advance(t_stop);
  } catch (const std::exception& exception) {
    text = exception.what();
  } catch (...) {
    text = "an exception that is no std::exception";
  }
  has_jacobian_ = false;
  return {.failure = thrown_failure(situation(), text), .t = t_, .h = h_, .order = orders_.order()};
}

StepOutcome Bdf::advance(double t_stop) {
  const auto failed = [&](Failure failure) {
    return StepOutcome{.failure = std::move(failure), .t = t_, .h = h_, .order = orders_.order()};
  };
  error_failures_ = singular_in_a_row_ = retries_ = 0;
  if (is_fixed_step() && direction_ * (t_stop - t_) > 0) {
    if (served_ < 0)
      if (auto failure = compute_start(t_stop)) return failed(std::move(*failure));
    if (is_served()) return serve_start(t_stop);
  }
  double t_new = choose_step(t_stop);
  if (h_ == 0) return {.failure = {}, .t = t_, .h = 0, .order = orders_.order()};
  split_norm_.move_to(t_, history_.y());

  for (;; ++retries_) {
    if (auto failure = forbidden()) return failed(std::move(*failure));
    ++statistics_.steps;
    recent_.add(direction_ * h_);
    const auto singular_matrix = try_step(t_new);
    if (singular_matrix && trouble_ == Trouble::newton) {
      if (++singular_in_a_row_ > kSingularTries || is_fixed_step())
        return failed(no_matrix(*singular_matrix));
    } else {
      singular_in_a_row_ = 0;
    }
    if (trouble_ == Trouble::none) break;
    if (is_fixed_step() && (jacobian_is_current_ || trouble_ == Trouble::left_domain))
      return failed(failure_after(trouble_));
    shorten_after(trouble_);
    t_new = t_ + direction_ * h_;
  }
  accept(t_new);
  return {.failure = {}, .t = t_, .h = formula_.h, .order = formula_.order};
}

/// One try with h_: sets trouble_, and returns a matrix that has no factorisation. A model that leaves its domain is trouble like a NaN.
std::optional<SingularMatrix> Bdf::try_step(double t_new) {
  try {
    renew_formula();
    history_.predict(formula_, view(y_), view(ydot_));
    if (auto singular_matrix = prepare_matrix(t_new)) {
      trouble_ = Trouble::newton;
      if (!std::isfinite(singular_matrix->pivot) && has_bad_row(t_new)) trouble_ = Trouble::not_finite;
      return singular_matrix;
    }
    norm_.update(history_.y(), h_);
    if (settings_.scaling == IndexScaling::strict) strict_norm_.update(history_.y(), h_);
    trouble_ = solve_step(t_new);
    if (trouble_ == Trouble::none && !is_fixed_step()) trouble_ = test_error();
  } catch (const LeftDomain& left) {
    left_domain_ = left;
    trouble_ = Trouble::left_domain;
  }
  return {};
}

/// The formula of this try. Steps of one size and order that have filled the history have the same one as the step before.
void Bdf::renew_formula() {
  const double h = direction_ * h_;
  equal_steps_ = h == formula_.h && orders_.order() == formula_.order ? equal_steps_ + 1 : 0;
  if (equal_steps_ > formula_.order + 1) return;
  formula_ = BdfFormula(orders_.order(), h, history_.spacing());
}

/// Sets h_ for the distance that is left and returns where the step leads. h_ = 0: already there.
double Bdf::choose_step(double t_stop) {
  const double left = direction_ * (t_stop - t_);
  h_ = 0;
  was_cut_ = false;
  if (left <= 2 * kEpsilon * std::abs(t_)) return t_ = t_stop;
  h_ = h_planned_;
  if (left <= (is_fixed_step() ? kFixedStretch : kStretch) * h_planned_) {
    h_ = left;
  } else if (left < kSplit * h_planned_ && !is_fixed_step()) {
    h_ = left / 2;
  }
  was_cut_ = h_ < h_planned_;
  return h_ == left ? t_stop : t_ + direction_ * h_;
}

double Bdf::smallest_step() const { return std::max(10 * kEpsilon * std::abs(t_), kSmallestPart * span_); }

std::optional<SingularMatrix> Bdf::prepare_matrix(double t_new) {
  jacobian_is_current_ = false;
  if (!has_jacobian_) {
    matrix_->linearize(t_new, view(std::as_const(y_)), view(std::as_const(ydot_)));
    ++statistics_.jacobians;
    has_jacobian_ = jacobian_is_current_ = true;
    factored_alpha_ = 0;
    t_jacobian_ = t_new;
  }
  if (factored_alpha_ == formula_.alpha) return {};
  factored_alpha_ = 0;
  ++statistics_.factorizations;
  if (auto singular_matrix = matrix_->factor_real(0, formula_.alpha, 1.0)) return singular_matrix;
  factored_alpha_ = formula_.alpha;
  return {};
}

Bdf::Trouble Bdf::solve_step(double t_new) {
  newton_.begin_step_with_rate(age_.predicted(std::abs(t_new - t_jacobian_)));
  strict_increment_ = std::numeric_limits<double>::infinity();
  for (;;) {
    dae_.residual(t_new, view(std::as_const(y_)), view(std::as_const(ydot_)), view(residual_));
    ++statistics_.rhs;
    const NewtonVerdict verdict = newton_.judge(solve_increment());
    const bool is_strict = settings_.scaling == IndexScaling::scaled || is_strictly_converged();
    switch (verdict) {
      case NewtonVerdict::proceed:
        break;
      case NewtonVerdict::converged:
        if (is_strict) return Trouble::none;
        break;
      case NewtonVerdict::not_finite:
        keep_bad_row();
        return bad_row_ >= 0 ? Trouble::not_finite : Trouble::newton;
      case NewtonVerdict::divergent:
      case NewtonVerdict::slow:
        return Trouble::newton;
    }
    y_ += increment_;
    ydot_ += formula_.alpha * increment_;
  }
}

/// One Newton step in e; returns the norm of its increment.
double Bdf::solve_increment() {
  matrix_->solve_real(0, view(std::as_const(residual_)), view(increment_));
  ++statistics_.solves;
  ++statistics_.iterations;
  const double size = norm_(view(std::as_const(increment_)));
  if (newton_.iterations() > 0) {
    e_ += increment_;
  } else {
    e_ = increment_;
    first_increment_ = size;
  }
  return size;
}

/// Whether unknowns of index 2 and 3 have converged like all others, or no longer get better.
bool Bdf::is_strictly_converged() {
  const double last = strict_increment_;
  strict_increment_ = strict_norm_(view(std::as_const(increment_)));
  // The second increment may exceed the first: only then have q and v moved what the multipliers balance.
  const bool gets_better = newton_.iterations() < 3 || strict_increment_ < 0.5 * last;
  return strict_increment_ <= newton_.options().kappa || !gets_better ||
         newton_.iterations() >= newton_.options().max_iterations;
}

double Bdf::error_norm(ConstVec difference) {
  const bool is_free = options_.algebraic == AlgebraicUnknowns::free;
  if (is_free) tested_ = differential_.cwiseProduct(difference);
  const ConstVec e = is_free ? view(std::as_const(tested_)) : difference;
  return settings_.scaling == IndexScaling::strict ? strict_norm_(e) : split_norm_(norm_, h_, e);
}

Bdf::Trouble Bdf::test_error() {
  const bool is_increment = newton_.iterations() == 1 && settings_.scaling == IndexScaling::scaled &&
                            options_.algebraic != AlgebraicUnknowns::free && !split_norm_.is_split();
  e_norm_ = is_increment ? first_increment_ : error_norm(view(std::as_const(e_)));
  err_ = formula_.error_constant * e_norm_;
  return err_ <= 1 ? Trouble::none : Trouble::error_test;
}

void Bdf::accept(double t_new) {
  const int k = formula_.order;
  if (is_fixed_step()) {
    accept_point(t_new);
    orders_.fixed_step_accepted();
    return;
  }
  BdfOrderErrors errors;
  errors.same = formula_.equal_step_constant(k) * e_norm_;
  const bool wants_neighbours = orders_.wants_neighbours(errors.same);
  if (wants_neighbours && orders_.wants_raised() && history_.n_differences() >= k + 2) {
    difference_ = e_ - formula_.beta[k + 1] * history_.difference(k + 2);
    errors.raised = formula_.equal_step_constant(k + 1) * error_norm(view(std::as_const(difference_)));
  }
  accept_point(t_new);
  if (wants_neighbours && k > 1)
    errors.lower = formula_.equal_step_constant(k - 1) * error_norm(history_.difference(k + 1));
  plan_next_step(errors);
}

void Bdf::accept_point(double t_new) {
  const int k = formula_.order;
  history_.accept(formula_, view(std::as_const(e_)));
  ++n_points_;
  if (n_points_ < k + 2) history_.restrict(k + 2, view(std::as_const(differential_)));
  y_ = history_.y();
  if (dae_.project(t_new, view(y_))) {
    difference_ = y_ - history_.y();
    history_.shift(view(std::as_const(difference_)));
  }
  piece_.take(t_, t_new, k, t_new);
  t_ = t_new;
  ++statistics_.accepted;
  renew_if_old();
}

/// Marks the Jacobian for renewal when the next step would converge too slowly with it.
void Bdf::renew_if_old() {
  age_.step_done(newton_.iterations() > 1 ? newton_.rate() : -1, std::abs(t_ - t_jacobian_));
  const double rate = age_.predicted(std::abs(t_ + direction_ * h_ - t_jacobian_));
  if (rate < 1 && age_.is_slow(rate, newton_.options().kappa / first_increment_, h_)) has_jacobian_ = false;
}

void Bdf::plan_next_step(const BdfOrderErrors& errors) {
  const BdfOrderControl::Choice choice = orders_.accepted(errors);
  double h_new = choice.factor * h_;
  if (error_failures_ > 0) h_new = std::min(h_new, h_);
  // A step cut short by t_stop says nothing against the size planned before.
  if (was_cut_ && error_failures_ == 0) h_new = std::max(h_new, std::min(h_planned_, 2 * h_));
  h_planned_ = settings_.h_max > 0 ? std::min(h_new, settings_.h_max) : h_new;
}

void Bdf::shorten_after(Trouble trouble) {
  if (trouble == Trouble::error_test) {
    ++statistics_.rejected;
    ++error_failures_;
    const int k = formula_.order;
    BdfOrderErrors errors;
    errors.same = err_;
    if (k > 1) {
      difference_ = e_ + formula_.beta[k] * history_.difference(k + 1);
      errors.lower = formula_.equal_step_constant(k - 1) * error_norm(view(std::as_const(difference_)));
    }
    h_ *= orders_.rejected(errors, error_failures_).factor;
  } else {
    ++statistics_.newton_failures;
    orders_.step_failed();
    if (jacobian_is_current_ || trouble != Trouble::newton) h_ *= kNewtonReduction;
    has_jacobian_ = false;
  }
  h_planned_ = h_;
}

/// Whether the equations themselves, and not only their derivatives, are NaN or infinite at the predicted point.
bool Bdf::has_bad_row(double t) {
  dae_.residual(t, view(std::as_const(y_)), view(std::as_const(ydot_)), view(residual_));
  keep_bad_row();
  return bad_row_ >= 0;
}

/// The first row of the residual that is not finite, −1 if all are.
void Bdf::keep_bad_row() {
  bad_row_ = -1;
  for (Eigen::Index i = 0; i < residual_.size() && bad_row_ < 0; ++i)
    if (!std::isfinite(residual_[i])) bad_row_ = static_cast<int>(i);
}

/// Conditions under which no further try is made.
std::optional<Failure> Bdf::forbidden() {
  if (statistics_.steps >= settings_.max_steps) return step_limit_failure(situation(), statistics_.steps);
  if (!is_fixed_step() && h_planned_ < smallest_step()) return failure_after(trouble_);
  if (retries_ > settings_.max_retries)
    return retry_limit_failure(situation(), retries_, failure_after(trouble_));
  return {};
}

Failure Bdf::failure_after(Trouble trouble) {
  switch (trouble) {
    case Trouble::newton:
      return newton_failure(situation(), newton_, norm_.worst(view(std::as_const(increment_))));
    case Trouble::not_finite:
      return not_finite_failure(situation(), bad_row_);
    case Trouble::left_domain:
      return left_domain_failure(situation(), left_domain_);
    case Trouble::error_test:
      return error_test_failure(situation(), err_, norm_.worst(view(std::as_const(e_))));
    case Trouble::none:
      break;
  }
  if (n_points_ == 1) return first_step_failure(situation());
  return error_test_failure(situation(), err_, norm_.worst(view(std::as_const(e_))));
}

Failure Bdf::no_matrix(const SingularMatrix& matrix) const {
  return std::isfinite(matrix.pivot) ? singular_failure(situation(), matrix, singular_in_a_row_)
                                     : not_finite_derivatives_failure(situation(), matrix);
}

StepSituation Bdf::situation() const {
  return {.dae = dae_.info(),
          .settings = settings_,
          .method = options_.name,
          .t = t_,
          .h = direction_ * h_,
          .order = orders_.order(),
          .recent_steps = recent_.list(),
          .h_planned = h_planned_,
          .smallest_step = smallest_step()};
}

}  // namespace pleuel
