#include "pleuel/integrator/block/block_method.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "pleuel/integrator/control/index3_caution.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/loop/controlled_size.hpp"
#include "pleuel/integrator/newton/newton_defaults.hpp"

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The iteration error is a tenth of the error that the step-size control aims at. At index 3 an
// error of q becomes 1/h times as large in v, where it accumulates.
constexpr double kIterationTolerance = 0.005;
constexpr double kIndex3IterationTolerance = 0.001;
constexpr double kSmallestBlockError = 1e-10;
// After this number of failed iterations in one block, J is taken at y_n.
constexpr int kIterationFailures = 3;
// After a failed attempt this number of accepted blocks does not grow [BMM06].
constexpr int kHeldBlocks = 3;
constexpr double kLargestGrowthOfBlocks = 10;
constexpr double kLargestReductionOfBlocks = 8;
// Limit of iterations with a fixed step, relative to that with error control.
constexpr int kFixedStepFactor = 3;

ConstVec constant(const Vector& x) { return view(x); }

/// In equations of index 2 and 3 the increments may grow until errors of the splitting have passed
/// from one level of unknowns to the next.
NewtonOptions iteration_options(const DaeInfo& dae, const StepSettings& settings, const BlockOptions& options,
                                const BlockScheme& scheme, double rtol) {
  int limit = options.newton_max > 0 ? options.newton_max : scheme.max_iterations;
  const bool is_fixed = settings.fixed_step > 0;
  if (is_fixed && options.newton_max == 0) limit *= kFixedStepFactor;
  const int deciding = 3 + std::max(1, dae.constraint_level) * scheme.iterations_per_level;
  const double tolerance = dae.constraint_level > 1 ? kIndex3IterationTolerance : kIterationTolerance;
  const double kappa = options.newton_tolerance > 0 ? options.newton_tolerance : tolerance;
  return {.max_iterations = limit,
          .kappa = std::max(kappa, 10 * kEpsilon / rtol),
          .rounding = newton_rounding(rtol),
          .reusable_rate = options.jacobian_reuse,
          .deciding_iterations = is_fixed ? limit : deciding,
          .error_order = scheme.formula->error_order,
          .gives_up_early = false};
}

ControllerOptions controller_options(const BlockOptions& options, const BlockFormula& formula) {
  return {.kind = ControllerOptions::Kind::elementary,
          .safety = std::pow(options.safety, 1.0 / formula.error_order),
          .largest_growth = kLargestGrowthOfBlocks,
          .largest_reduction = kLargestReductionOfBlocks};
}

}  // namespace

BlockMethod::BlockMethod(Dae& dae, const StepSettings& settings, const BlockOptions& options,
                         const OrderOptions& order_options, const std::vector<BlockScheme>& schemes)
    : ImplicitMethod(dae, settings, options.name, {.real = 1, .complex = 0, .serves_many = true}),
      options_(options),
      norm_(dae.info().unknowns, resolve(settings.tolerance, dae.info().unknowns), settings.scaling),
      newton_norm_(dae.info().unknowns, resolve(settings.tolerance, dae.info().unknowns),
                   IndexScaling::scaled),
      caution_(error_caution(dae.info())),
      interpolation_test_(dae.info()) {
  assert(!schemes.empty());
  std::vector<OrderLevel> orders;
  for (const BlockScheme& scheme : schemes) {
    const BlockFormula& formula = *scheme.formula;
    const NewtonOptions newton =
        iteration_options(dae.info(), settings, options, scheme, smallest_rtol(norm_.tolerances()));
    levels_.push_back(
        {scheme, stage_kernels(formula.points()), NewtonControl(newton),
         StepController(controller_options(options, formula), formula.error_order, newton.max_iterations)});
    orders.push_back({.work = scheme.work,
                      .error_order = formula.error_order,
                      .points = static_cast<double>(formula.points())});
  }
  for (int m = 0; m <= BlockDenseOutput::most_points; ++m) differences_.emplace_back(m);
  if (schemes.size() > 1 && !is_fixed_step())
    order_control_ = std::make_unique<OrderControl>(order_options, std::move(orders));
}

double BlockMethod::begin(const Begin& at) {
  const Eigen::Index n = dae_.info().n_unknowns();
  const Eigen::Index rows = dae_.info().n_rows();
  assert(at.y.size() == n && at.ydot.size() == n);
  int s = 0;
  for (const Level& level : levels_) s = std::max(s, level.scheme.formula->points());
  y_ = at.y;
  ydot_ = at.ydot;
  for (Matrix* columns : {&Z_, &Y_, &Ydot_, &increment_, &work_}) columns->setZero(n, s);
  for (Matrix* columns : {&residual_, &row_work_}) columns->setZero(rows, s);
  for (Vector* vector : {&point_, &slope_, &error_}) vector->setZero(n);
  rows_.setZero(rows);
  times_.setZero(s);
  matrix_.begin();
  if (order_control_) order_control_->restart();
  take_level(0);
  blocks_held_ = 0;
  dense_output_level_ = 0;
  dense_output_.use(formula());
  dense_output_.start(at.t, at.y, s);
  return at.first_size(initial_step(
      {dae_.info().unknowns, norm_.tolerances(), at.y, at.ydot, at.span, formula().error_order}));
}

void BlockMethod::take_level(int level) {
  level_ = level;
  newton().restart();
  at_level().controller.restart();
  matrix_.drop_factors();
}

std::optional<double> BlockMethod::local_error(Vec e) const {
  if (is_fixed_step()) return {};
  e = error_;
  return 1.0;
}

Attempt BlockMethod::attempt(const Trial& trial) {
  trial_ = trial;
  h_ = trial.h / points();
  if (!trial.was_rejected) {
    starts_constant_ = false;
    matrix_.renew_always(false);
    failures_ = 0;
    rejected_err_ = 0;
  }
  for (int i = 0; i < points(); ++i) times_[i] = trial.t + (i + 1) * h_;
  times_[points() - 1] = trial.t_new;
  predict();
  if (!matrix_.has_jacobian()) linearize();
  if (const auto singular = factor())
    return singular_attempt(*singular, trial.t, constant(y_), constant(ydot_), view(rows_));
  norm_.update(constant(y_), h_);
  newton_norm_.update(constant(y_), h_);
  Attempt result = iterate();
  if (result.is_accepted() && !is_fixed_step()) test_error(result);
  return result;
}

/// Starting values from the polynomial of the last block, constant if there is none or if the block
/// is so much longer that extrapolation is unreliable.
void BlockMethod::predict() {
  const double last = dense_output_.length();
  const double ratio = last != 0 ? trial_.h / last : 0;
  is_predicted_ = !starts_constant_ && ratio != 0 && ratio <= 1.001 * kLargestGrowthOfBlocks;
  if (!is_predicted_) {
    Z_.setZero();
    return;
  }
  const int last_points = dense_output_.formula().points();
  const int first = levels_[dense_output_level_].scheme.first_predicting;
  for (int i = 0; i < points(); ++i)
    dense_output_.extrapolate(last_points * (1 + ratio * (i + 1) / points()), first,
                              Z_.data() + i * y_.size());
}

void BlockMethod::linearize() {
  if (is_predicted_ && failures_ < kIterationFailures) return linearize_in_the_middle();
  matrix_.linearize(trial_.t, constant(y_), constant(ydot_), true, statistics_);
}

void BlockMethod::linearize_in_the_middle() {
  const int middle = (points() - 1) / 2;
  evaluate_derivatives();
  matrix_.linearize(times_[middle], column(std::as_const(Y_), middle), column(std::as_const(Ydot_), middle),
                    false, statistics_);
}

std::optional<SingularMatrix> BlockMethod::factor() {
  const double shift = 1 / (h_ * formula().gamma);
  return matrix_.factor(shift, [&](NewtonMatrix& matrix) {
    ++statistics_.factorizations;
    return matrix.factor_real(0, shift, 1.0);
  });
}

void BlockMethod::solve(ConstVec rows, Vec x) {
  matrix_->solve_real(0, rows, x);
  ++statistics_.solves;
}

void BlockMethod::filter(const Vector& z, Vector& x) {
  multiply_E(constant(z), view(rows_));
  rows_ *= 1 / (h_ * formula().gamma);
  solve(constant(rows_), view(x));
}

void BlockMethod::combine(const RowMajor& weights, double scale, const Matrix& X, Matrix& out) const {
  kernels().combine(X.rows(), scale, weights.data(), X.data(), out.data());
}

void BlockMethod::apply(const BlockRows& w, double scale, const Vector& start, const Matrix& X,
                        Matrix& out) const {
  combine(w.points, scale, X, out);
  for (int i = 0; i < points(); ++i) out.col(i) += (scale * w.start[i]) * start;
}

void BlockMethod::combine_last(const Vector& weights, Vector& result) const {
  const Eigen::Index m = weights.size() - 1;
  result.setZero();
  for (Eigen::Index j = 0; j <= m; ++j) {
    const Eigen::Index point = points() - m + j;
    if (point == 0)
      result += weights[j] * ydot_;
    else
      result += weights[j] * Ydot_.col(point - 1);
  }
}

double BlockMethod::decay(int m) {
  const auto size_with = [&](const Vector& weights) {
    combine_last(weights, slope_);
    filter(slope_, slope_);
    return norm_(constant(slope_));
  };
  const double lower = size_with(differences_[m].mean_below);
  return lower > 0 ? size_with(differences_[m].weights) / lower : 1;
}

void BlockMethod::evaluate_derivatives() {
  kernels().shift(y_.size(), y_.data(), Z_.data(), Y_.data());
  combine(formula().D, 1 / h_, Z_, Ydot_);
  for (int i = 0; i < points(); ++i)
    if (formula().e0[i] != 0) Ydot_.col(i) += formula().e0[i] * ydot_;
}

void BlockMethod::evaluate() {
  evaluate_derivatives();
  dae_.residuals({times_.data(), points()}, Y_, Ydot_, residual_);
  statistics_.rhs += points();
}

/// The largest norm of an increment of one point.
double BlockMethod::norm_of_increments(const ErrorNorm& norm) const {
  double largest = 0;
  for (int i = 0; i < points(); ++i) {
    const double size = norm(column(increment_, i));
    if (!(size <= largest)) largest = size;
    if (!std::isfinite(size)) return size;
  }
  return largest;
}

Attempt BlockMethod::iterate() {
  const double last = std::abs(dense_output_.length());
  newton().begin_step(last > 0 ? trial_.size / last : 1);
  const auto increment = [&] {
    if (matrix_.renews_always() && newton().iterations() > 0) {
      linearize_in_the_middle();
      if (factor()) return std::numeric_limits<double>::quiet_NaN();
    }
    evaluate();
    solve_increments();
    ++statistics_.iterations;
    Z_.leftCols(points()) += increment_.leftCols(points());
    return norm_of_increments(newton_norm_);
  };
  const NewtonVerdict verdict = NewtonLoop(newton(), settings_.scaling, *matrix_)
                                    .run(
                                        increment, [&] { return norm_of_increments(norm_); }, [] {});
  if (verdict == NewtonVerdict::converged) {
    evaluate_derivatives();
    return newton_attempt(newton(), verdict, -1, -1);
  }
  return newton_attempt(newton(), verdict, first_bad_row(residual_.leftCols(points())),
                        newton_norm_.worst(column(std::as_const(increment_), points() - 1)));
}

void BlockMethod::test_error(Attempt& attempt) {
  double err = caution_ * estimate_error();
  attempt.worst = norm_.worst(constant(error_));
  if (err >= 1 && is_noise(err)) err = caution_ * error_of_index_1();
  if (!std::isfinite(err)) {
    attempt.outcome = AttemptOutcome::not_finite;
    attempt.bad_row = first_bad_row(residual_.leftCols(points()));
    return;
  }
  if (interpolation_test_.is_needed() && err < 1) err = std::max(err, interpolation_error());
  attempt.error = std::max(err, kSmallestBlockError);
  if (attempt.error >= 1) attempt.outcome = AttemptOutcome::error_test;
}

/// True if a shorter block did not have a smaller error. The control aims at a small part of the
/// tolerance, so a true error falls by more than a half. What remains are rounding errors of
/// unknowns of index 1, which are divided by h and h² in those of index 2 and 3.
bool BlockMethod::is_noise(double err) {
  const bool stays = rejected_err_ > 0 && err > 0.5 * rejected_err_;
  rejected_err_ = err;
  return stays && info().constraint_level > 0;
}

double BlockMethod::error_of_index_1() {
  for (Eigen::Index i = 0; i < error_.size(); ++i)
    point_[i] = info().unknowns[i].index == 1 ? error_[i] : 0.0;
  return norm_(constant(point_));
}

/// In the middle between the first two points, where the polynomial is farthest from them.
double BlockMethod::interpolation_error() {
  std::array<double, BlockDenseOutput::most_points + 1> weights{};
  lagrange_at_integers(0, points(), 0.5, weights.data());
  kernels().reduce(y_.size(), 1.0, weights.data() + 1, Z_.data(), point_.data());
  point_ += y_;
  dae_.residual(trial_.t + 0.5 * h_, constant(point_), column(std::as_const(Ydot_), 0), view(rows_));
  interpolation_test_.keep_holding_rows(view(rows_));
  ++statistics_.rhs;
  solve(constant(rows_), view(point_));
  return InterpolationTest::factor * norm_(constant(point_));
}

void BlockMethod::accept(const Trial& trial) {
  const int last = points() - 1;
  if (order_control_ && !trial.was_cut) {
    err_above_ = level_ + 1 < n_levels() ? caution_ * error_above() : std::numeric_limits<double>::infinity();
    err_below_ = level_ > 0 ? caution_ * error_below() : std::numeric_limits<double>::infinity();
  }
  point_ = y_ + Z_.col(last);
  if (dae_.project(trial.t_new, view(point_))) Z_.col(last) = point_ - y_;
  ydot_ = Ydot_.col(last);
  dense_output_level_ = level_;
  dense_output_.use(formula());
  dense_output_.take(trial.t, trial.t_new, constant(y_), Z_);
  y_.swap(point_);
  ++at_level().blocks;
  matrix_.age();
  if (!(options_.jacobian_reuse > 0 && newton().rate() <= options_.jacobian_reuse)) matrix_.drop();
}

double BlockMethod::next_size(const Trial& trial, const Attempt& last) {
  if (trial.was_rejected) blocks_held_ = kHeldBlocks + 1;
  blocks_held_ = std::max(0, blocks_held_ - 1);
  const double most = blocks_held_ > 0 ? trial.size : std::numeric_limits<double>::infinity();
  double size = std::min(size_after(trial, last, newton().iterations(), at_level().controller), most);
  if (matrix_.has_jacobian()) size = kept_size(trial, size, at_level().controller.options());
  if (settings_.h_max > 0) size = std::min(size, settings_.h_max);
  // A block shortened by t_stop does not show what the orders allow.
  if (!order_control_ || trial.was_cut) return size;
  const OrderChoice choice = order_control_->choose(level_, {.h = trial.size,
                                                             .h_next = size,
                                                             .err_below = err_below_,
                                                             .err_above = err_above_,
                                                             .rate = newton().rate()});
  if (choice.level == level_) return size;
  take_level(choice.level);
  return std::min(choice.h, most);
}

double BlockMethod::shorter_size(const Trial& trial, const Attempt& last) {
  const bool is_error = last.outcome == AttemptOutcome::error_test;
  double size = trial.size;
  if (is_error) {
    size = size_after_error(trial, last, newton().iterations(), at_level().controller);
  } else {
    const bool can_continue =
        last.outcome == AttemptOutcome::newton || last.outcome == AttemptOutcome::singular;
    size *= last.outcome == AttemptOutcome::newton ? newton().step_factor() : 0.5;
    failures_ = can_continue ? failures_ + 1 : kIterationFailures;
    starts_constant_ = !can_continue;
    matrix_.drop_unless_current();
  }
  if (!order_control_) return size;
  const OrderChoice choice =
      order_control_->after_failure(level_, size, is_error ? FailedTry::error_test : FailedTry::newton);
  if (choice.level != level_) take_level(choice.level);
  return choice.h;
}

bool BlockMethod::can_repeat(const Trial& trial, const Attempt& last) {
  if (last.outcome == AttemptOutcome::singular || matrix_.renews_always()) return false;
  const bool has_current = matrix_.is_current() || last.outcome == AttemptOutcome::left_domain;
  if (has_current && (starts_constant_ || trial.is_first)) {
    if (last.outcome == AttemptOutcome::left_domain) return false;
    matrix_.renew_always(true);
  }
  matrix_.drop_unless_current();
  starts_constant_ = true;
  failures_ = kIterationFailures;
  return true;
}

template <class Self, class Stream>
void BlockMethod::state(Self& self, Stream& stream) {
  stream(self.level_, self.dense_output_level_, self.y_, self.ydot_, self.error_, self.blocks_held_);
  for (auto& level : self.levels_) {
    NewtonControl::state(level.newton, stream);
    StepController::state(level.controller, stream);
    stream(level.blocks);
  }
  if (self.order_control_) OrderControl::state(*self.order_control_, stream);
  BlockDenseOutput::state(self.dense_output_, stream);
}

template void BlockMethod::state(const BlockMethod&, StateWriter&);

void BlockMethod::load(StateReader& in) {
  state(*this, in);
  dense_output_.use(*levels_.at(dense_output_level_).scheme.formula);
}

}  // namespace pleuel
