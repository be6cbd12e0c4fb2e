#include "pleuel/integrator/radau/radau_iia.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/loop/controlled_size.hpp"
#include "pleuel/integrator/radau/eigen_stages.hpp"

namespace pleuel {
namespace {

constexpr double kSmallestError = 1e-10;
// Error of a repeated, shorter attempt over that of the attempt before, from which on it does not
// depend on the step size.
constexpr double kStall = 0.9;
// What a step adds to the errors of q and v, in units of the tolerance. The tested estimate has a
// lower order than the solution. Measured at 1e-7 with radau5 on random mechanisms 200 … 279 under
// eight formulations: 0.013 in the median, 0.053 in nine of ten runs, 0.22 at most;
// rounded up.
constexpr double kAddedError = 0.06;
// At index 3 velocities are tested only with a factor h, and a step adds more to their errors: on
// random mechanisms under ori2 up to 5 (radau5) and 11 (radau) times as much in 95 of 100 runs.
constexpr double kIndex3Factor = 10;
// After this number of Newton failures in one step, the Jacobian is taken at y_n.
constexpr int kFailuresBeforeStart = 3;
// Cost of a step that does not grow with the number of stages, in stages.
constexpr double kOverhead = 1;

ConstVec read_only(const Vector& x) { return view(x); }

const std::vector<int>& ascending(const std::vector<int>& stages) {
  if (stages.empty() || !std::is_sorted(stages.begin(), stages.end()))
    throw InvalidInput("Radau IIA needs numbers of stages in ascending order");
  return stages;
}

std::unique_ptr<StageSystem> make_system(const DaeInfo& dae, const RadauOptions& options) {
  if (options.make_system) return options.make_system(dae);
  return std::make_unique<EigenStages>(ascending(options.stages));
}

}  // namespace

RadauIIA::RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options)
    : RadauIIA(dae, settings, options, make_system(dae.info(), options)) {}

RadauIIA::RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options,
                   std::unique_ptr<StageSystem> system)
    : ImplicitMethod(dae, settings, options.name, system->shifts()),
      options_(options),
      system_(std::move(system)),
      interpolation_test_(dae.info()) {
  std::vector<OrderLevel> orders;
  for (const int s : options_.stages) {
    schemes_.push_back(std::make_unique<RadauScheme>(dae.info(), settings, options, s));
    orders.push_back({.work = s + kOverhead, .error_order = s + 1});
    if (options_.stages.size() > 1) radau_transformation(s);  // computed before the first step
  }
  if (is_variable() && !is_fixed_step())
    order_control_ = std::make_unique<OrderControl>(options.order, std::move(orders));
  scheme_ = schemes_.front().get();
}

double RadauIIA::begin(const Begin& at) {
  const Eigen::Index n = dae_.info().n_unknowns();
  const Eigen::Index rows = dae_.info().n_rows();
  const int s = schemes_.back()->stages();
  assert(at.y.size() == n && at.ydot.size() == n);
  y_ = at.y;
  ydot_ = at.ydot;
  matrix_.begin();
  system_->begin(n, rows);
  for (Matrix* stages : {&Z_, &Y_, &Ydot_}) stages->setZero(n, s);
  stage_times_.setZero(s);
  residual_.setZero(rows, s);
  for (Vector* vector : {&ydot_start_, &error_, &y_new_}) vector->setZero(n);
  dense_output_.start(at.t, at.y, s);
  if (order_control_) order_control_->restart();
  take_level(0);
  dense_output_level_ = 0;
  dense_output_.use(*scheme_);
  return at.first_size(
      initial_step({dae_.info().unknowns, norm().tolerances(), at.y, at.ydot, at.span, stages() + 1}));
}

/// Switches to the k-th scheme and resets its controls.
void RadauIIA::take_level(int level) {
  level_ = level;
  scheme_ = schemes_[level].get();
  system_->take(stages());
  scheme_->newton.restart();
  scheme_->controller.restart();
  matrix_.drop_factors();
}

std::optional<double> RadauIIA::local_error(Vec e) const {
  if (is_fixed_step()) return {};
  e = error_;
  return dae_.info().constraint_level > 1 ? kIndex3Factor * kAddedError : kAddedError;
}

Attempt RadauIIA::attempt(const Trial& trial) {
  trial_ = trial;
  if (!trial.was_rejected) {
    starts_constant_ = distrusts_prediction_ = false;
    matrix_.renew_always(false);
    newton_failures_ = 0;
    rejected_err_ = 0;
    stalls_ = false;
  }
  predict_stages();
  if (const auto singular = prepare_matrices())
    return singular_attempt(*singular, trial.t, read_only(y_), read_only(ydot_),
                            Vec(residual_.data(), residual_.rows()));
  scheme_->norm.update(read_only(y_), trial.size);
  if (is_strict()) scheme_->newton_norm.update(read_only(y_), trial.size);
  Attempt result = solve_stages();
  if (result.is_accepted() && !is_fixed_step()) estimate_error(result);
  return result;
}

std::optional<SingularMatrix> RadauIIA::prepare_matrices() {
  if (!matrix_.has_jacobian()) linearize();
  return factor();
}

std::optional<SingularMatrix> RadauIIA::factor() {
  const double h = trial_.h;
  return matrix_.factor(h, [&](NewtonMatrix& matrix) { return system_->factor(matrix, h, statistics_); });
}

/// J is evaluated at the predicted middle stage, which is nearer to all stages than y_n, so that
/// Newton's method contracts about twice as fast. It is evaluated at y_n if there is no prediction
/// or if Newton's method failed repeatedly. Differs from [HW96, IV.8], where J is always taken at
/// y_n.
void RadauIIA::linearize() {
  if (!is_predicted_ || distrusts_prediction_) {
    matrix_.linearize(trial_.t, read_only(y_), read_only(ydot_), true, statistics_);
    return;
  }
  linearize_at_middle_stage();
}

void RadauIIA::linearize_at_middle_stage() {
  const int s = stages();
  const int middle = (s - 1) / 2;
  y_new_ = y_ + Z_.col(middle);
  kernels().reduce(y_.size(), 1 / trial_.h, coefficients().A_inverse.data() + middle * s, Z_.data(),
                   ydot_start_.data());
  matrix_.linearize(trial_.t + coefficients().c[middle] * trial_.h, read_only(y_new_), read_only(ydot_start_),
                    false, statistics_);
}

/// Starting values: the extrapolated last collocation polynomial; constant if there is none, or if
/// the step is so much longer that extrapolation is unreliable.
void RadauIIA::predict_stages() {
  const double ratio = dense_output_.h() != 0 ? trial_.size / std::abs(dense_output_.h()) : 0;
  if (starts_constant_ || ratio == 0 || ratio > 1.001 * scheme_->controller.options().largest_growth) {
    is_predicted_ = false;
    Z_.setZero();
    system_->start(Z_);
    return;
  }
  is_predicted_ = true;
  // u(t_{n+1} + c_i h) − y_{n+1}, and y_{n+1} is the last stage of u.
  const RadauScheme& last = dense_output_.scheme();
  const int s = stages(), last_s = last.stages();
  const Eigen::Index n = y_.size();
  for (int i = 0; i < s; ++i) {
    double* const weights = &weights_[i * last_s];
    last.coefficients.lagrange(1 + coefficients().c[i] * ratio, weights);
    weights[last_s - 1] -= 1;
    if (s != last_s) last.kernels.reduce(n, 1.0, weights, dense_output_.Z().data(), Z_.data() + i * n);
  }
  if (s == last_s) kernels().combine(n, 1.0, weights_.data(), dense_output_.Z().data(), Z_.data());
  system_->start(Z_);
}

Attempt RadauIIA::solve_stages() {
  newton().begin_step(dense_output_.h() != 0 ? trial_.size / std::abs(dense_output_.h()) : 1);
  const NewtonVerdict verdict = NewtonLoop(newton(), settings_.scaling, *matrix_)
                                    .run(
                                        [&] {
                                          if (matrix_.renews_always() && newton().iterations() > 0) {
                                            linearize_at_middle_stage();
                                            if (factor()) return std::numeric_limits<double>::quiet_NaN();
                                          }
                                          evaluate_stages();
                                          return solve_increments();
                                        },
                                        [&] { return strict_increment(); }, [] {});
  if (verdict == NewtonVerdict::converged) return newton_attempt(newton(), verdict, -1, -1);
  const int bad_row = first_bad_row(residual_.leftCols(stages()));
  const Eigen::Index last = stages() - 1;
  return newton_attempt(newton(), verdict, bad_row, norm().worst(column(system_->increments(), last)));
}

/// The norm of the last increment without powers of h.
double RadauIIA::strict_increment() const {
  double sum = 0;
  for (Eigen::Index j = 0; j < stages(); ++j)
    sum += (norm().weights().array() * system_->increments().col(j).array()).square().sum();
  return std::sqrt(sum / static_cast<double>(y_.size() * stages()));
}

void RadauIIA::evaluate_stages() {
  const Eigen::Index n = y_.size();
  const double h = trial_.h;
  kernels().shift(n, y_.data(), Z_.data(), Y_.data());
  kernels().combine(n, 1 / h, coefficients().A_inverse.data(), Z_.data(), Ydot_.data());
  for (int i = 0; i < stages(); ++i) stage_times_[i] = trial_.t + coefficients().c[i] * h;
  dae_.residuals({stage_times_.data(), stages()}, Y_, Ydot_, residual_);
  statistics_.rhs += stages();
}

ConstVec RadauIIA::increment_weights() const {
  return is_strict() ? scheme_->newton_norm.weights() : norm().weights();
}

/// One Newton increment; returns its norm, averaged over all stages.
double RadauIIA::solve_increments() {
  const double sum =
      system_->add_increment(*matrix_, trial_.h, residual_, increment_weights(), Z_, statistics_);
  ++statistics_.iterations;
  return std::sqrt(sum / static_cast<double>(y_.size() * stages()));
}

void RadauIIA::estimate_error(Attempt& attempt) {
  Vec rows(residual_.data(), residual_.rows());
  const auto [shift, weight] = system_->error_filter();
  kernels().reduce(y_.size(), 1 / trial_.h, coefficients().derivative_at_start.data(), Z_.data(),
                   ydot_start_.data());
  const auto filtered_defect = [&](const Vector& y) {
    dae_.residual(trial_.t, read_only(y), read_only(ydot_start_), rows);
    matrix_->solve_real(shift, ConstVec(rows.data(), rows.size()), view(error_));
    error_ *= weight;
    ++statistics_.rhs;
    ++statistics_.solves;
    return options_.error_factor * norm()(read_only(error_));
  };
  double err = filtered_defect(y_);
  if (err >= 1 && (trial_.is_first || trial_.was_rejected)) {
    y_new_ = y_ + error_;
    err = filtered_defect(y_new_);
  }
  if (err >= 1 && is_noise(err)) err = scheme_->newton_norm(read_only(error_));
  if (!std::isfinite(err)) {
    attempt.outcome = AttemptOutcome::not_finite;
    attempt.bad_row = first_bad_row(rows);
    return;
  }
  if (interpolation_test_.is_needed() && err < 1) err = std::max(err, interpolation_error());
  attempt.error = std::max(err, kSmallestError);
  attempt.worst = norm().worst(read_only(error_));
  if (attempt.error >= 1) attempt.outcome = AttemptOutcome::error_test;
}

/// Where the collocation polynomial is farthest from its nodes.
double RadauIIA::interpolation_error() {
  Vec rows(residual_.data(), residual_.rows());
  const double x = coefficients().farthest;
  coefficients().lagrange(x, weights_.data());
  kernels().reduce(y_.size(), 1.0, weights_.data(), Z_.data(), y_new_.data());
  y_new_ += y_;
  dae_.residual(trial_.t + x * trial_.h, read_only(y_new_), read_only(ydot_start_), rows);
  interpolation_test_.keep_holding_rows(rows);
  matrix_->solve_real(system_->error_filter().shift, ConstVec(rows.data(), rows.size()), view(error_));
  ++statistics_.rhs;
  ++statistics_.solves;
  return InterpolationTest::factor * norm()(read_only(error_));
}

/// True if a strict test measures only the Newton residual in y_n. The constraint residual there is
/// divided by h or h² in the estimate, so the error of unknowns of index 2 and 3 grows as the step
/// shrinks. It is recognised by a smaller error in an earlier, longer attempt. No step is short
/// enough for such a test; the scaled norm is used instead.
bool RadauIIA::is_noise(double err) {
  const bool grows = is_strict() && rejected_err_ > 0 && err > rejected_err_;
  stalls_ = rejected_err_ > 0 && err > kStall * rejected_err_;
  rejected_err_ = err;
  return grows;
}

void RadauIIA::accept(const Trial& trial) {
  const Eigen::Index n = y_.size();
  const int s = stages();
  if (order_control_) measure_decay();
  y_new_ = y_ + Z_.col(s - 1);
  if (dae_.project(trial.t_new, view(y_new_))) Z_.col(s - 1) = y_new_ - y_;
  kernels().reduce(n, 1 / trial.h, coefficients().A_inverse.data() + (s - 1) * s, Z_.data(), ydot_.data());
  dense_output_level_ = level_;
  dense_output_.use(*scheme_);
  dense_output_.take(trial.t, trial.t_new, trial.h, read_only(y_), Z_);
  y_.swap(y_new_);
  matrix_.age();
  if (!(options_.jacobian_reuse > 0 && newton().rate() <= options_.jacobian_reuse)) matrix_.drop();
}

double RadauIIA::limited(double size) const {
  return settings_.h_max > 0 ? std::min(size, settings_.h_max) : size;
}

double RadauIIA::next_size(const Trial& trial, const Attempt& last) {
  double size = std::min(size_after(trial, last, newton().iterations(), scheme_->controller),
                         trial.size * newton().growth_limit());
  if (matrix_.has_jacobian()) size = kept_size(trial, size, scheme_->controller.options());
  size = limited(size);
  // A step shortened by t_stop does not show what the orders allow.
  return order_control_ && !trial.was_cut ? choose_order(size, last.error) : size;
}

double RadauIIA::choose_order(double size, double err) {
  const auto predicted = [&](int level) {
    if (level < 0 || level >= static_cast<int>(schemes_.size()))
      return std::numeric_limits<double>::infinity();
    return schemes_[level]->predicted_error(*scheme_, err, decay_);
  };
  const OrderChoice choice = order_control_->choose(level_, {.h = trial_.size,
                                                             .h_next = size,
                                                             .err_below = predicted(level_ - 1),
                                                             .err_above = predicted(level_ + 1),
                                                             .rate = newton().rate()});
  if (choice.level == level_) return size;
  take_level(choice.level);
  return trial_.was_rejected ? std::min(limited(choice.h), trial_.size) : limited(choice.h);
}

/// ‖h^s u^(s)‖ / ‖h^(s−1) u^(s−1)‖, the latter in the middle of the step. With one stage: the
/// relative change of the slope since the last step. Overwrites ydot_start_, which is no longer
/// needed.
void RadauIIA::measure_decay() {
  const Eigen::Index n = y_.size();
  const int s = stages();
  if (s == 1) {
    ydot_start_ = Z_.col(0) / trial_.h - ydot_;
    y_new_ = Z_.col(0) / trial_.h;
  } else {
    // u = … + β x^(s−1) + α x^s: u^(s) = s! α and u^(s−1)(1/2) = (s−1)! (β + s α/2).
    for (int j = 0; j < s; ++j)
      weights_[j] = coefficients().next_to_leading[j] / s + coefficients().leading[j] / 2;
    kernels().reduce(n, 1.0, coefficients().leading.data(), Z_.data(), ydot_start_.data());
    kernels().reduce(n, 1.0, weights_.data(), Z_.data(), y_new_.data());
  }
  const double lower = norm()(read_only(y_new_));
  decay_ = lower > 0 ? norm()(read_only(ydot_start_)) / lower : 1;
}

/// If Newton's method failed, the next attempt uses the Jacobian at its own middle stage.
double RadauIIA::shorter_size(const Trial& trial, const Attempt& last) {
  const bool is_error = last.outcome == AttemptOutcome::error_test;
  double size = trial.size;
  if (is_error) {
    size = size_after_error(trial, last, newton().iterations(), scheme_->controller);
    // What a shorter step does not reduce is the Newton residual in y_n, in units of a tolerance
    // that is smaller now because an unknown passes zero. The second filter removes it, but with
    // the Jacobian of an earlier point only a part.
    if (stalls_) matrix_.drop_unless_current();
  } else {
    const bool is_newton = last.outcome == AttemptOutcome::newton;
    const bool is_singular = last.outcome == AttemptOutcome::singular;
    size *= is_singular || last.outcome == AttemptOutcome::left_domain ? 0.5 : newton().step_factor();
    distrusts_prediction_ = !(is_newton || is_singular) || ++newton_failures_ >= kFailuresBeforeStart;
    matrix_.drop_unless_current();
  }
  if (!order_control_) return size;
  const OrderChoice choice =
      order_control_->after_failure(level_, size, is_error ? FailedTry::error_test : FailedTry::newton);
  if (choice.level != level_) take_level(choice.level);
  return choice.h;
}

bool RadauIIA::can_repeat(const Trial& trial, const Attempt& last) {
  if (last.outcome == AttemptOutcome::singular) return false;
  const bool has_current = matrix_.is_current() || last.outcome == AttemptOutcome::left_domain;
  if (matrix_.renews_always()) return false;
  if (has_current && (starts_constant_ || trial.is_first)) {
    if (last.outcome == AttemptOutcome::left_domain) return false;
    matrix_.renew_always(true);
  }
  matrix_.drop_unless_current();
  starts_constant_ = distrusts_prediction_ = true;
  return true;
}

template <class Self, class Stream>
void RadauIIA::state(Self& self, Stream& stream) {
  stream(self.level_, self.dense_output_level_, self.y_, self.ydot_, self.error_, self.decay_);
  for (auto& scheme : self.schemes_) {
    NewtonControl::state(scheme->newton, stream);
    StepController::state(scheme->controller, stream);
  }
  if (self.order_control_) OrderControl::state(*self.order_control_, stream);
  RadauDenseOutput::state(self.dense_output_, stream);
}

template void RadauIIA::state(const RadauIIA&, StateWriter&);

void RadauIIA::load(StateReader& in) {
  state(*this, in);
  scheme_ = schemes_.at(level_).get();
  system_->take(stages());
  dense_output_.use(*schemes_.at(dense_output_level_));
}

}  // namespace pleuel
