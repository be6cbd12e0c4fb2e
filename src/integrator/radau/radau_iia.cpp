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
// Newton iterations with a fixed step, where a failed step cannot be shortened.
constexpr int kFixedStepIterations = 25;
// Near t = 0 the resolution of time is no limit; this part of the interval is.
constexpr double kSmallestPart = 1e-30;

ConstVec read_only(const Vector& x) { return view(x); }

double smallest_rtol(const Tolerances& tolerances) {
  return tolerances.rtol.size() > 0 ? tolerances.rtol.minCoeff() : 1.0;
}

/// The tolerances for an estimate of order s + 1 of an error of order 2s (see RadauIIA).
Tolerances adapted(Tolerances tolerances, int stages) {
  const double power = (stages + 1.0) / (2.0 * stages);
  for (Eigen::Index i = 0; i < tolerances.rtol.size(); ++i) {
    const double ratio = tolerances.atol[i] / tolerances.rtol[i];
    tolerances.rtol[i] = 0.1 * std::pow(tolerances.rtol[i], power);
    tolerances.atol[i] = ratio * tolerances.rtol[i];
  }
  return tolerances;
}

ErrorNorm make_norm(const DaeInfo& info, const StepSettings& settings, int stages, IndexScaling scaling) {
  Tolerances tolerances = resolve(settings.tolerance, info.unknowns);
  if (settings.fixed_step == 0) tolerances = adapted(std::move(tolerances), stages);
  return {info.unknowns, std::move(tolerances), scaling};
}

int newton_limit(const StepSettings& settings, const RadauOptions& options) {
  if (options.newton_max > 0) return options.newton_max;
  if (settings.fixed_step > 0) return kFixedStepIterations;
  return std::max(7, static_cast<int>(7 + 2.5 * (options.stages - 3)));
}

NewtonOptions newton_options(const StepSettings& settings, const RadauOptions& options, double rtol) {
  return {.max_iterations = newton_limit(settings, options),
          .kappa = options.newton_tolerance > 0 ? options.newton_tolerance : newton_kappa(rtol),
          .rounding = 100 * kEpsilon / rtol,
          .reusable_rate = options.jacobian_reuse,
          .error_order = options.stages + 1,
          .gives_up_early = !(settings.fixed_step > 0)};
}

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
    : dae_(dae),
      settings_(settings),
      options_(options),
      kernels_((check(settings), stage_kernels(options.stages))),
      coefficients_(options.stages),
      norm_(make_norm(dae.info(), settings, options.stages, settings.scaling)),
      newton_norm_(make_norm(dae.info(), settings, options.stages, IndexScaling::scaled)),
      newton_(newton_options(settings, options, smallest_rtol(norm_.tolerances()))),
      controller_(options.controller, options.stages + 1, newton_limit(settings, options)),
      piece_(coefficients_, kernels_) {}

void RadauIIA::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  const Eigen::Index n = dae_.info().n_unknowns();
  const Eigen::Index rows = dae_.info().n_rows();
  const int s = coefficients_.stages();
  assert(y.size() == n && ydot.size() == n);
  t_ = t;
  y_ = y;
  ydot_ = ydot;
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  if (!matrix_) matrix_ = dae_.newton_matrix({.real = 1, .complex = coefficients_.n_pairs()});
  for (Matrix* stages : {&W_, &Z_, &Y_, &Ydot_, &increment_}) stages->setZero(n, s);
  for (Matrix* stages : {&residual_, &transformed_}) stages->setZero(rows, s);
  for (Vector* vector : {&ydot_start_, &error_, &y_new_}) vector->setZero(n);
  piece_.start(t, y);
  newton_.restart();
  controller_.restart();
  is_first_ = true;
  has_jacobian_ = jacobian_is_current_ = false;
  trouble_ = Trouble::none;

  h_planned_ = settings_.fixed_step > 0 ? settings_.fixed_step : settings_.h0;
  if (h_planned_ == 0) {
    h_planned_ = initial_step({dae_.info().unknowns, norm_.tolerances(), y, ydot, span_, s + 1});
  }
  if (settings_.h_max > 0) h_planned_ = std::min(h_planned_, settings_.h_max);
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
  return {.failure = thrown(text), .t = t_, .h = h_, .order = coefficients_.order()};
}

StepOutcome RadauIIA::advance(double t_stop) {
  const auto failed = [&](Failure failure) {
    return StepOutcome{.failure = std::move(failure), .t = t_, .h = h_, .order = coefficients_.order()};
  };
  was_rejected_ = starts_constant_ = distrusts_prediction_ = false;
  singular_in_a_row_ = retries_ = 0;
  double t_new = choose_step(t_stop);
  if (h_ == 0) return {.failure = {}, .t = t_, .h = 0, .order = coefficients_.order()};

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
  return {.failure = {}, .t = t_, .h = piece_.h(), .order = coefficients_.order()};
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
    norm_.update(read_only(y_), h_);
    if (settings_.scaling == IndexScaling::strict) newton_norm_.update(read_only(y_), h_);
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
  if (auto singular_matrix = matrix_->factor_real(0, coefficients_.gamma / h, 1.0)) return singular_matrix;
  for (int k = 0; k < coefficients_.n_pairs(); ++k) {
    ++statistics_.factorizations;
    if (auto singular_matrix = matrix_->factor_complex(k, coefficients_.pairs[k] / h, 1.0))
      return singular_matrix;
  }
  factored_h_ = h;
  return {};
}

/// J at the predicted middle stage, which is nearer to all stages than y_n: Newton's method contracts about twice as fast
/// (Andrews' mechanism in ori2 at 1e-8: 1328 instead of 1704 right-hand sides). At y_n where there is no prediction, or
/// where Newton's method failed with it.
/// Differs from [HW96, IV.8], where J is taken at y_n.
void RadauIIA::linearize(double h) {
  if (is_predicted_ && !distrusts_prediction_) {
    const int s = coefficients_.stages();
    const int middle = (s - 1) / 2;
    y_new_ = y_ + Z_.col(middle);
    kernels_.reduce(y_.size(), 1 / h, coefficients_.A_inverse.data() + middle * s, Z_.data(),
                    ydot_start_.data());
    matrix_->linearize(t_ + coefficients_.c[middle] * h, read_only(y_new_), read_only(ydot_start_));
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
  const int s = coefficients_.stages();
  if (starts_constant_ || ratio == 0 || ratio > 1.001 * controller_.options().largest_growth) {
    is_predicted_ = false;
    W_.setZero();
    Z_.setZero();
    return;
  }
  is_predicted_ = true;
  // u(t_{n+1} + c_i h) − y_{n+1}, and y_{n+1} is the last stage of u.
  for (int i = 0; i < s; ++i) {
    coefficients_.lagrange(1 + coefficients_.c[i] * ratio, &predictor_[i * s]);
    predictor_[i * s + s - 1] -= 1;
  }
  const Eigen::Index n = y_.size();
  kernels_.combine(n, 1.0, predictor_.data(), piece_.Z().data(), Z_.data());
  kernels_.combine(n, 1.0, coefficients_.T_inverse.data(), Z_.data(), W_.data());
}

RadauIIA::Trouble RadauIIA::solve_stages() {
  newton_.begin_step(piece_.h() != 0 ? h_ / std::abs(piece_.h()) : 1);
  strict_increment_ = std::numeric_limits<double>::infinity();
  for (;;) {
    evaluate_stages();
    const NewtonVerdict verdict = newton_.judge(solve_increments());
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
  for (Eigen::Index j = 0; j < increment_.cols(); ++j)
    sum += (norm_.weights().array() * increment_.col(j).array()).square().sum();
  const double last = strict_increment_;
  strict_increment_ = std::sqrt(sum / static_cast<double>(increment_.size()));
  // The second increment may exceed the first: only then have q and v moved what the multipliers balance.
  const bool gets_better = newton_.iterations() < 3 || strict_increment_ < 0.5 * last;
  return strict_increment_ <= newton_.options().kappa || !gets_better ||
         newton_.iterations() >= newton_.options().max_iterations;
}

void RadauIIA::evaluate_stages() {
  const Eigen::Index n = y_.size();
  const Eigen::Index rows = residual_.rows();
  const double h = direction_ * h_;
  kernels_.shift(n, y_.data(), Z_.data(), Y_.data());
  kernels_.combine(n, 1 / h, coefficients_.A_inverse.data(), Z_.data(), Ydot_.data());
  for (int i = 0; i < coefficients_.stages(); ++i) {
    dae_.residual(t_ + coefficients_.c[i] * h, {Y_.data() + i * n, n}, {Ydot_.data() + i * n, n},
                  {residual_.data() + i * rows, rows});
  }
  statistics_.rhs += coefficients_.stages();
  kernels_.combine(rows, 1.0, coefficients_.T_inverse.data(), residual_.data(), transformed_.data());
}

ConstVec RadauIIA::increment_weights() const {
  return settings_.scaling == IndexScaling::strict ? newton_norm_.weights() : norm_.weights();
}

/// One Newton step in W; returns the norm of its increment, the mean taken over all stages.
double RadauIIA::solve_increments() {
  const Eigen::Index n = y_.size();
  const Eigen::Index rows = residual_.rows();
  const auto rhs = [&](int k) { return ConstVec(transformed_.data() + k * rows, rows); };
  const auto x = [&](int k) { return Vec(increment_.data() + k * n, n); };
  matrix_->solve_real(0, rhs(0), x(0));
  for (int k = 0; k < coefficients_.n_pairs(); ++k) {
    matrix_->solve_complex(k, rhs(2 * k + 1), rhs(2 * k + 2), x(2 * k + 1), x(2 * k + 2));
  }
  statistics_.solves += 1 + coefficients_.n_pairs();
  const double sum = kernels_.update(n, coefficients_.T.data(), increment_weights().data(), increment_.data(),
                                     W_.data(), Z_.data());
  return std::sqrt(sum / static_cast<double>(increment_.size()));
}

RadauIIA::Trouble RadauIIA::estimate_error() {
  const Vec rows(residual_.data(), residual_.rows());
  kernels_.reduce(y_.size(), direction_ / h_, coefficients_.derivative_at_start.data(), Z_.data(),
                  ydot_start_.data());
  const auto filtered_defect = [&](const Vector& y) {
    dae_.residual(t_, read_only(y), read_only(ydot_start_), rows);
    matrix_->solve_real(0, ConstVec(rows.data(), rows.size()), view(error_));
    ++statistics_.rhs;
    ++statistics_.solves;
    return norm_(read_only(error_));
  };
  err_ = filtered_defect(y_);
  if (err_ >= 1 && (is_first_ || was_rejected_)) {
    y_new_ = y_ + error_;
    err_ = filtered_defect(y_new_);
  }
  if (!std::isfinite(err_)) {
    residual_.rightCols(residual_.cols() - 1).setZero();
    keep_bad_row();
    return Trouble::not_finite;
  }
  err_ = std::max(err_, kSmallestError);
  return err_ < 1 ? Trouble::none : Trouble::error_test;
}

void RadauIIA::accept(double t_new) {
  const Eigen::Index n = y_.size();
  const int s = coefficients_.stages();
  const double h = direction_ * h_;
  y_new_ = y_ + Z_.col(s - 1);
  if (dae_.project(t_new, view(y_new_))) Z_.col(s - 1) = y_new_ - y_;
  kernels_.reduce(n, 1 / h, coefficients_.A_inverse.data() + (s - 1) * s, Z_.data(), ydot_.data());
  piece_.take(t_, t_new, h, read_only(y_), Z_);
  y_.swap(y_new_);
  t_ = t_new;
  ++statistics_.accepted;
  has_jacobian_ = options_.jacobian_reuse > 0 && newton_.rate() <= options_.jacobian_reuse;
  jacobian_is_current_ = false;
  if (!is_fixed_step()) plan_next_step();
  is_first_ = false;
}

void RadauIIA::plan_next_step() {
  double h_new = controller_.accepted(h_, err_, newton_.iterations());
  const bool was_shortened = h_ < h_planned_ && !was_rejected_;
  if (was_rejected_) h_new = std::min(h_new, h_);
  // A step cut short by t_stop says nothing against the size planned before, if the growth limit holds it
  // back.
  if (was_shortened && h_ * controller_.options().largest_growth < h_planned_) h_new = h_planned_;
  const double growth = h_new / h_;
  if (has_jacobian_ && growth >= 1 && growth <= controller_.options().keep_up_to) h_new = h_;
  h_planned_ = settings_.h_max > 0 ? std::min(h_new, settings_.h_max) : h_new;
}

/// A smaller step after a failed try; if Newton's method failed, with the Jacobian of this place.
void RadauIIA::shorten_after(Trouble trouble) {
  if (trouble == Trouble::error_test) {
    ++statistics_.rejected;
    h_ = is_first_ ? h_ / controller_.options().first_reduction
                   : controller_.rejected(h_, err_, newton_.iterations());
  } else {
    ++statistics_.newton_failures;
    const bool is_halved = singular_in_a_row_ > 0 || trouble == Trouble::left_domain;
    h_ *= is_halved ? 0.5 : newton_.step_factor();
    distrusts_prediction_ = true;
    has_jacobian_ = jacobian_is_current_;
  }
  was_rejected_ = true;
  h_planned_ = h_;
}

/// The first row of the residuals that is not finite, −1 if all are.
void RadauIIA::keep_bad_row() {
  bad_row_ = -1;
  for (Eigen::Index j = 0; j < residual_.cols(); ++j) {
    for (Eigen::Index i = 0; i < residual_.rows(); ++i) {
      if (!std::isfinite(residual_(i, j))) {
        bad_row_ = static_cast<int>(i);
        return;
      }
    }
  }
}

}  // namespace pleuel
