#include "pleuel/integrator/radau/radau_iia.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/failure_report.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// A remainder up to kStretch steps is done in one step, up to kSplit steps in two equal ones.
constexpr double kStretch = 1.01;
constexpr double kSplit = 1.2;
constexpr double kFixedStretch = 1.001;
constexpr int kSingularTries = 5;
constexpr double kSmallestError = 1e-10;
// The norm is a mean over all unknowns, most of which are met exactly between the nodes; the largest is about twice that and more.
constexpr double kInterpolation = 2;
// Near t = 0 the resolution of time is no limit; this part of the interval is.
constexpr double kSmallestPart = 1e-30;
// What a step adds to the errors of q and v, in units of the tolerance. The estimate that is tested is of lower order than the solution. Measured at 1e-7 on the models
// four-bar, chain-spatial, andrews, double-pendulum and suspension under four formulations: 0.01 in the median, 0.2 at most.
constexpr double kAddedError = 0.07;
// At index 3 velocities are tested by h only, and a step adds more to their errors: on random mechanisms
// under ori2 up to 5 (radau5) and 11 (radau) times as much in 95 of 100 runs.
constexpr double kIndex3Factor = 10;
// Newton failures of one step from which on the Jacobian is taken at y_n.
constexpr int kFailuresBeforeStart = 3;

ConstVec read_only(const Vector& x) { return view(x); }

void check(const StepSettings& settings) {
  std::vector<std::string> faults;
  const auto must_be_size = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value))) {
      faults.push_back(std::string(name) + " is " + number_text(value) + "; it must be zero or positive");
    }
  };
  must_be_size("h0", settings.h0);
  must_be_size("fixed_step", settings.fixed_step);
  must_be_size("h_max", settings.h_max);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

}  // namespace

RadauIIA::RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options)
    : dae_(dae), settings_(settings), options_(options) {
  check(settings);
  if (options_.stages.empty() || !std::is_sorted(options_.stages.begin(), options_.stages.end()))
    throw InvalidInput("Radau IIA needs numbers of stages in ascending order");
  std::vector<OrderControl::Scheme> orders;
  for (const int s : options_.stages) {
    schemes_.push_back(std::make_unique<RadauScheme>(dae.info(), settings, options, s));
    orders.push_back({s, schemes_.back()->coefficients.gamma, schemes_.back()->rtol()});
  }
  if (is_variable() && !is_fixed_step())
    order_control_ = std::make_unique<OrderControl>(options.order, std::move(orders));
  scheme_ = schemes_.front().get();
  if (!dae.info().holding_rows.empty()) {
    holding_.setZero(dae.info().n_rows());
    for (const int row : dae.info().holding_rows) holding_[row] = 1;
  }
}

void RadauIIA::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  const Eigen::Index n = dae_.info().n_unknowns();
  const Eigen::Index rows = dae_.info().n_rows();
  const int s = schemes_.back()->stages();
  assert(y.size() == n && ydot.size() == n);
  t_ = t;
  y_ = y;
  ydot_ = ydot;
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  if (!matrix_) matrix_ = dae_.newton_matrix({.real = 1, .complex = schemes_.back()->coefficients.n_pairs()});
  for (Matrix* stages : {&W_, &Z_, &Y_, &Ydot_, &increment_}) stages->setZero(n, s);
  stage_times_.setZero(s);
  for (Matrix* stages : {&residual_, &transformed_}) stages->setZero(rows, s);
  for (Vector* vector : {&ydot_start_, &error_, &y_new_}) vector->setZero(n);
  piece_.start(t, y, s);
  if (order_control_) order_control_->restart();
  take_level(0);
  piece_.use(*scheme_);
  is_first_ = true;
  has_jacobian_ = jacobian_is_current_ = false;
  trouble_ = Trouble::none;

  h_planned_ = settings_.fixed_step > 0 ? settings_.fixed_step : settings_.h0;
  if (h_planned_ == 0) {
    h_planned_ = initial_step({dae_.info().unknowns, norm().tolerances(), y, ydot, span_, stages() + 1});
  }
  if (settings_.h_max > 0) h_planned_ = std::min(h_planned_, settings_.h_max);
}

/// Makes the k-th scheme the one in use. What the controls remember of it is from another time.
void RadauIIA::take_level(int level) {
  level_ = level;
  scheme_ = schemes_[level].get();
  scheme_->newton.restart();
  scheme_->controller.restart();
  factored_h_ = 0;
}

std::optional<double> RadauIIA::local_error(Vec e) const {
  if (is_fixed_step()) return {};
  e = error_;
  return dae_.info().constraint_level > 1 ? kIndex3Factor * kAddedError : kAddedError;
}

StepOutcome RadauIIA::step(double t_stop) {
  std::string text;
  try {
    return advance(t_stop);
  } catch (const std::exception& exception) {
    text = exception.what();
  } catch (...) {
    text = "an exception that is no std::exception";
  }
  has_jacobian_ = false;
  return {.failure = thrown(text), .t = t_, .h = h_, .order = coefficients().order()};
}

StepOutcome RadauIIA::advance(double t_stop) {
  const auto failed = [&](Failure failure) {
    return StepOutcome{.failure = std::move(failure), .t = t_, .h = h_, .order = coefficients().order()};
  };
  was_rejected_ = starts_constant_ = distrusts_prediction_ = false;
  singular_in_a_row_ = retries_ = newton_failures_ = 0;
  rejected_err_ = 0;
  double t_new = choose_step(t_stop);
  if (h_ == 0) return {.failure = {}, .t = t_, .h = 0, .order = coefficients().order()};

  for (;;) {
    if (auto failure = forbidden()) return failed(std::move(*failure));
    ++statistics_.steps;
    recent_.add(direction_ * h_);
    if (const auto singular_matrix = try_step()) {
      if (++singular_in_a_row_ > kSingularTries || is_fixed_step())
        return failed(std::isfinite(singular_matrix->pivot) ? singular(*singular_matrix)
                                                            : not_finite_matrix(*singular_matrix));
    } else {
      singular_in_a_row_ = 0;
    }
    if (trouble_ == Trouble::none) break;
    if (++retries_ > settings_.max_retries) return failed(too_many_retries());
    if (is_fixed_step()) {
      if (auto failure = failed_fixed_step(trouble_)) return failed(std::move(*failure));
      ++statistics_.newton_failures;
      has_jacobian_ = jacobian_is_current_;
      starts_constant_ = distrusts_prediction_ = true;
      continue;
    }
    shorten_after(trouble_);
    t_new = t_ + direction_ * h_;
  }
  accept(t_new);
  return {.failure = {}, .t = t_, .h = piece_.h(), .order = piece_.scheme().coefficients.order()};
}

/// One try with h_: sets trouble_, and returns a matrix that has no factorisation. A model that leaves its domain
/// is trouble like a NaN.
std::optional<SingularMatrix> RadauIIA::try_step() {
  try {
    predict_stages();
    if (auto singular_matrix = prepare_matrices()) {
      trouble_ = Trouble::newton;
      return singular_matrix;
    }
    scheme_->norm.update(read_only(y_), h_);
    if (settings_.scaling == IndexScaling::strict) scheme_->newton_norm.update(read_only(y_), h_);
    trouble_ = solve_stages();
    if (trouble_ == Trouble::none && !is_fixed_step()) trouble_ = estimate_error();
  } catch (const LeftDomain& left) {
    left_domain_text_ = left.what();
    left_domain_quantity_ = left.quantity();
    trouble_ = Trouble::left_domain;
    if (!has_jacobian_) jacobian_is_current_ = false;  // it was thrown while the Jacobian was taken
  }
  return {};
}

/// Sets h_ for the distance that is left and returns where the step leads. h_ = 0: already there.
double RadauIIA::choose_step(double t_stop) {
  const double left = direction_ * (t_stop - t_);
  h_ = 0;
  if (left <= 2 * kEpsilon * std::abs(t_)) return t_ = t_stop;
  if (is_fixed_step()) {
    h_ = left <= kFixedStretch * h_planned_ ? left : h_planned_;
  } else if (left <= kStretch * h_planned_) {
    h_ = left;
  } else if (left <= kSplit * h_planned_) {
    h_ = left / 2;
  } else {
    h_ = h_planned_;
  }
  return h_ == left ? t_stop : t_ + direction_ * h_;
}

double RadauIIA::smallest_step() const {
  return std::max(10 * kEpsilon * std::abs(t_), kSmallestPart * span_);
}

std::optional<SingularMatrix> RadauIIA::prepare_matrices() {
  const double h = direction_ * h_;
  if (!has_jacobian_) {
    linearize(h);
    ++statistics_.jacobians;
    has_jacobian_ = true;
    factored_h_ = 0;
  }
  if (factored_h_ == h) return {};
  factored_h_ = 0;
  ++statistics_.factorizations;
  if (auto singular_matrix = matrix_->factor_real(0, coefficients().gamma / h, 1.0)) return singular_matrix;
  for (int k = 0; k < coefficients().n_pairs(); ++k) {
    ++statistics_.factorizations;
    if (auto singular_matrix = matrix_->factor_complex(k, coefficients().pairs[k] / h, 1.0))
      return singular_matrix;
  }
  factored_h_ = h;
  return {};
}

/// J at the predicted middle stage, which is nearer to all stages than y_n: Newton's method contracts about twice as fast
/// (Andrews' mechanism in ori2 at 1e-8: 1331 instead of 1704 right-hand sides). At y_n where there is no prediction, or
/// where Newton's method failed with it again and again.
/// Differs from [HW96, IV.8], where J is taken at y_n.
void RadauIIA::linearize(double h) {
  if (is_predicted_ && !distrusts_prediction_) {
    const int s = stages();
    const int middle = (s - 1) / 2;
    y_new_ = y_ + Z_.col(middle);
    kernels().reduce(y_.size(), 1 / h, coefficients().A_inverse.data() + middle * s, Z_.data(),
                     ydot_start_.data());
    matrix_->linearize(t_ + coefficients().c[middle] * h, read_only(y_new_), read_only(ydot_start_));
    jacobian_is_current_ = false;
  } else {
    matrix_->linearize(t_, read_only(y_), read_only(ydot_));
    jacobian_is_current_ = true;
  }
}

/// Starting values: the last collocation polynomial, continued; constant where there is none, or where
/// the step is so much longer that the continuation is no better than a guess.
void RadauIIA::predict_stages() {
  const double ratio = piece_.h() != 0 ? h_ / std::abs(piece_.h()) : 0;
  if (starts_constant_ || ratio == 0 || ratio > 1.001 * scheme_->controller.options().largest_growth) {
    is_predicted_ = false;
    W_.setZero();
    Z_.setZero();
    return;
  }
  is_predicted_ = true;
  // u(t_{n+1} + c_i h) − y_{n+1}, and y_{n+1} is the last stage of u.
  const RadauScheme& last = piece_.scheme();
  const int s = stages(), last_s = last.stages();
  const Eigen::Index n = y_.size();
  for (int i = 0; i < s; ++i) {
    double* const weights = &weights_[i * last_s];
    last.coefficients.lagrange(1 + coefficients().c[i] * ratio, weights);
    weights[last_s - 1] -= 1;
    if (s != last_s) last.kernels.reduce(n, 1.0, weights, piece_.Z().data(), Z_.data() + i * n);
  }
  if (s == last_s) kernels().combine(n, 1.0, weights_.data(), piece_.Z().data(), Z_.data());
  kernels().combine(n, 1.0, coefficients().T_inverse.data(), Z_.data(), W_.data());
}

RadauIIA::Trouble RadauIIA::solve_stages() {
  newton().begin_step(piece_.h() != 0 ? h_ / std::abs(piece_.h()) : 1);
  strict_increment_ = std::numeric_limits<double>::infinity();
  for (;;) {
    evaluate_stages();
    const NewtonVerdict verdict = newton().judge(solve_increments());
    const bool is_strict = settings_.scaling == IndexScaling::scaled || is_strictly_converged();
    switch (verdict) {
      case NewtonVerdict::proceed:
        continue;
      case NewtonVerdict::converged:
        if (is_strict) return Trouble::none;
        continue;
      case NewtonVerdict::not_finite:
        keep_bad_row();
        return bad_row_ >= 0 ? Trouble::not_finite : Trouble::newton;
      case NewtonVerdict::divergent:
      case NewtonVerdict::slow:
        return Trouble::newton;
    }
  }
}

/// Whether unknowns of index 2 and 3 have converged like all others, or no longer get better.
bool RadauIIA::is_strictly_converged() {
  double sum = 0;
  for (Eigen::Index j = 0; j < stages(); ++j)
    sum += (norm().weights().array() * increment_.col(j).array()).square().sum();
  const double last = strict_increment_;
  strict_increment_ = std::sqrt(sum / static_cast<double>(increment_.rows() * stages()));
  // The second increment may exceed the first: only then have q and v moved what the multipliers balance.
  const bool gets_better = newton().iterations() < 3 || strict_increment_ < 0.5 * last;
  return strict_increment_ <= newton().options().kappa || !gets_better ||
         newton().iterations() >= newton().options().max_iterations;
}

void RadauIIA::evaluate_stages() {
  const Eigen::Index n = y_.size();
  const Eigen::Index rows = residual_.rows();
  const double h = direction_ * h_;
  kernels().shift(n, y_.data(), Z_.data(), Y_.data());
  kernels().combine(n, 1 / h, coefficients().A_inverse.data(), Z_.data(), Ydot_.data());
  for (int i = 0; i < stages(); ++i) stage_times_[i] = t_ + coefficients().c[i] * h;
  dae_.residuals({stage_times_.data(), stages()}, Y_, Ydot_, residual_);
  statistics_.rhs += stages();
  kernels().combine(rows, 1.0, coefficients().T_inverse.data(), residual_.data(), transformed_.data());
}

ConstVec RadauIIA::increment_weights() const {
  return settings_.scaling == IndexScaling::strict ? scheme_->newton_norm.weights() : norm().weights();
}

/// One Newton step in W; returns the norm of its increment, the mean taken over all stages.
double RadauIIA::solve_increments() {
  const Eigen::Index n = y_.size();
  const Eigen::Index rows = residual_.rows();
  const auto rhs = [&](int k) { return ConstVec(transformed_.data() + k * rows, rows); };
  const auto x = [&](int k) { return Vec(increment_.data() + k * n, n); };
  matrix_->solve_real(0, rhs(0), x(0));
  for (int k = 0; k < coefficients().n_pairs(); ++k) {
    matrix_->solve_complex(k, rhs(2 * k + 1), rhs(2 * k + 2), x(2 * k + 1), x(2 * k + 2));
  }
  statistics_.solves += 1 + coefficients().n_pairs();
  ++statistics_.iterations;
  const double sum = kernels().update(n, coefficients().T.data(), increment_weights().data(),
                                      increment_.data(), W_.data(), Z_.data());
  return std::sqrt(sum / static_cast<double>(increment_.rows() * stages()));
}

RadauIIA::Trouble RadauIIA::estimate_error() {
  Vec rows(residual_.data(), residual_.rows());
  kernels().reduce(y_.size(), direction_ / h_, coefficients().derivative_at_start.data(), Z_.data(),
                   ydot_start_.data());
  const auto filtered_defect = [&](const Vector& y) {
    dae_.residual(t_, read_only(y), read_only(ydot_start_), rows);
    matrix_->solve_real(0, ConstVec(rows.data(), rows.size()), view(error_));
    ++statistics_.rhs;
    ++statistics_.solves;
    return norm()(read_only(error_));
  };
  err_ = filtered_defect(y_);
  if (err_ >= 1 && (is_first_ || was_rejected_)) {
    y_new_ = y_ + error_;
    err_ = filtered_defect(y_new_);
  }
  if (err_ >= 1 && is_noise(err_)) err_ = scheme_->newton_norm(read_only(error_));
  if (!std::isfinite(err_)) {
    residual_.rightCols(residual_.cols() - 1).setZero();
    keep_bad_row();
    return Trouble::not_finite;
  }
  if (holding_.size() > 0 && err_ < 1) err_ = std::max(err_, interpolation_error());
  err_ = std::max(err_, kSmallestError);
  return err_ < 1 ? Trouble::none : Trouble::error_test;
}

/// How far the collocation polynomial is, between its nodes, from the rows that hold unknowns by themselves. Without it a mechanism whose drivers leave
/// no freedom is done in a few steps (psi0, ovd0, qs): right at their ends, wrong in the dense output between.
double RadauIIA::interpolation_error() {
  Vec rows(residual_.data(), residual_.rows());
  const double x = coefficients().farthest;
  coefficients().lagrange(x, weights_.data());
  kernels().reduce(y_.size(), 1.0, weights_.data(), Z_.data(), y_new_.data());
  y_new_ += y_;
  dae_.residual(t_ + x * direction_ * h_, read_only(y_new_), read_only(ydot_start_), rows);
  rows.array() *= holding_.array();
  matrix_->solve_real(0, ConstVec(rows.data(), rows.size()), view(error_));
  ++statistics_.rhs;
  ++statistics_.solves;
  return kInterpolation * norm()(read_only(error_));
}

/// Whether a strict test sees only what Newton's method has left in y_n. The residual of a constraint there, divided by h or h² in the estimate, makes
/// the error of unknowns of index 2 and 3 grow as the step shrinks: a step that failed the test before, when it was longer, and with a smaller error.
/// No step is short enough for such a test; the scaled norm, which takes the powers of h out, is what is left to judge by.
bool RadauIIA::is_noise(double err) {
  const bool grows = settings_.scaling == IndexScaling::strict && rejected_err_ > 0 && err > rejected_err_;
  rejected_err_ = err;
  return grows;
}

void RadauIIA::accept(double t_new) {
  const Eigen::Index n = y_.size();
  const int s = stages();
  const double h = direction_ * h_;
  if (order_control_) measure_decay();
  y_new_ = y_ + Z_.col(s - 1);
  if (dae_.project(t_new, view(y_new_))) Z_.col(s - 1) = y_new_ - y_;
  kernels().reduce(n, 1 / h, coefficients().A_inverse.data() + (s - 1) * s, Z_.data(), ydot_.data());
  piece_.use(*scheme_);
  piece_.take(t_, t_new, h, read_only(y_), Z_);
  y_.swap(y_new_);
  t_ = t_new;
  ++statistics_.accepted;
  has_jacobian_ = options_.jacobian_reuse > 0 && newton().rate() <= options_.jacobian_reuse;
  jacobian_is_current_ = false;
  if (!is_fixed_step()) plan_next_step();
  is_first_ = false;
}

void RadauIIA::plan_next_step() {
  double h_new = scheme_->controller.accepted(h_, err_, newton().iterations());
  const bool was_shortened = h_ < h_planned_ && !was_rejected_;
  if (was_rejected_) h_new = std::min(h_new, h_);
  // A step cut short by t_stop says nothing against the size planned before, if the growth limit holds it
  // back.
  if (was_shortened && h_ * scheme_->controller.options().largest_growth < h_planned_) h_new = h_planned_;
  h_new = std::min(h_new, h_ * newton().growth_limit());
  const double growth = h_new / h_;
  if (has_jacobian_ && growth >= 1 && growth <= scheme_->controller.options().keep_up_to) h_new = h_;
  h_planned_ = settings_.h_max > 0 ? std::min(h_new, settings_.h_max) : h_new;
  if (order_control_) choose_order(was_shortened);
}

void RadauIIA::choose_order(bool was_shortened) {
  // A step shortened for t_stop says nothing on what the orders allow.
  if (was_shortened) return;
  const OrderChoice choice = order_control_->choose(level_, {.h = h_,
                                                             .h_next = h_planned_,
                                                             .err = err_,
                                                             .decay = decay_,
                                                             .rate = newton().rate(),
                                                             .newton_iterations = newton().iterations()});
  if (choice.level == level_) return;
  take_level(choice.level);
  h_planned_ = settings_.h_max > 0 ? std::min(choice.h, settings_.h_max) : choice.h;
  if (was_rejected_) h_planned_ = std::min(h_planned_, h_);
}

/// ‖h^s u^(s)‖ / ‖h^(s−1) u^(s−1)‖, the latter in the middle of the step. With one stage, where u^(s−1) is u itself: the change of
/// the slope since the last step, in relation to the slope. In the place of increments, which are no longer needed.
void RadauIIA::measure_decay() {
  const Eigen::Index n = y_.size();
  const int s = stages();
  if (s == 1) {
    increment_.col(0) = Z_.col(0) / (direction_ * h_) - ydot_;
    y_new_ = Z_.col(0) / (direction_ * h_);
  } else {
    // u = … + β x^(s−1) + α x^s: u^(s) = s! α and u^(s−1)(1/2) = (s−1)! (β + s α/2).
    for (int j = 0; j < s; ++j)
      weights_[j] = coefficients().next_to_leading[j] / s + coefficients().leading[j] / 2;
    kernels().reduce(n, 1.0, coefficients().leading.data(), Z_.data(), increment_.data());
    kernels().reduce(n, 1.0, weights_.data(), Z_.data(), y_new_.data());
  }
  const double lower = norm()(read_only(y_new_));
  decay_ = lower > 0 ? norm()(ConstVec(increment_.data(), n)) / lower : 1;
}

/// A smaller step after a failed try; if Newton's method failed, with the Jacobian of that step's own middle.
void RadauIIA::shorten_after(Trouble trouble) {
  if (trouble == Trouble::error_test) {
    ++statistics_.rejected;
    h_ = is_first_ ? h_ / scheme_->controller.options().first_reduction
                   : scheme_->controller.rejected(h_, err_, newton().iterations());
  } else {
    ++statistics_.newton_failures;
    const bool is_halved = singular_in_a_row_ > 0 || trouble == Trouble::left_domain;
    h_ *= is_halved ? 0.5 : newton().step_factor();
    distrusts_prediction_ = trouble != Trouble::newton || ++newton_failures_ >= kFailuresBeforeStart;
    has_jacobian_ = jacobian_is_current_;
  }
  if (order_control_) {
    const OrderChoice choice = order_control_->after_failure(
        level_, h_, trouble == Trouble::error_test ? FailedTry::error_test : FailedTry::newton);
    if (choice.level != level_) take_level(choice.level);
    h_ = choice.h;
  }
  was_rejected_ = true;
  h_planned_ = h_;
}

/// The first row of the residuals that is not finite, −1 if all are.
void RadauIIA::keep_bad_row() {
  bad_row_ = -1;
  for (Eigen::Index j = 0; j < stages(); ++j) {
    for (Eigen::Index i = 0; i < residual_.rows(); ++i) {
      if (!std::isfinite(residual_(i, j))) {
        bad_row_ = static_cast<int>(i);
        return;
      }
    }
  }
}

}  // namespace pleuel
