// The first points of Multistep with a fixed step.
#include <algorithm>
#include <cmath>

#include "pleuel/integrator/bdf/multistep.hpp"

namespace pleuel {
namespace {

// For the start under error control: near rounding, with a margin for unknowns of index 3.
constexpr double kStartTolerance = 1e-12;
// Tolerance for the number of steps that fit.
constexpr double kRounding = 1e-9;

}  // namespace

void Multistep::prepare_starter(const Begin& at) {
  if (!starter_) {
    StepSettings settings = settings_;
    settings.fixed_step = 0;
    const double ratio = settings_.tolerance.atol / settings_.tolerance.rtol;
    settings.tolerance = {.rtol = kStartTolerance, .atol = kStartTolerance * ratio};
    MultistepOptions options = options_;
    options.orders = {.order_max = largest_order_, .stable_order = options_.orders.stable_order};
    starter_ = std::make_unique<StepLoop>(sibling(settings, options), settings);
  }
  n_start_ = orders_.highest();
  starter_->start(at.t, at.y, at.ydot, at.t + direction_ * n_start_ * settings_.fixed_step);
  start_values_.setZero(at.y.size(), n_start_ + 1);
  start_values_.col(0) = at.y;
  start_times_.setConstant(n_start_ + 1, at.t);
  served_ = 0;
}

/// The first attempt computes all points of the start, as far as t_stop allows; with fewer points
/// the start order is lower. They fill the history, and the steps between them are then accepted
/// one by one.
Attempt Multistep::attempt_start(const Trial& trial) {
  if (served_ > 0) {
    if (std::abs(trial.t_new - start_times_[served_ + 1]) <= kRounding * trial.size) return {};
    return attempt_after_short_start(trial);
  }
  const Statistics before = starter_->statistics();
  const int fitting = static_cast<int>(std::floor(trial.left / trial.size + kRounding));
  n_start_ = std::min(fitting, n_start_);
  double t = trial.t;
  for (int i = 1; i <= n_start_; ++i) {
    t = i == 1 ? trial.t_new : t + trial.h;
    while (starter_->t() != t) {
      StepOutcome outcome = starter_->step(t);
      if (!outcome.is_ok())
        return {.outcome = AttemptOutcome::newton,
                .failure = std::make_shared<const Failure>(std::move(*outcome.failure))};
    }
    start_values_.col(i) = starter_->y();
    start_times_[i] = t;
  }
  const Statistics& after = starter_->statistics();
  statistics_.rhs += after.rhs - before.rhs;
  statistics_.jacobians += after.jacobians - before.jacobians;
  statistics_.factorizations += after.factorizations - before.factorizations;
  statistics_.complex_factorizations += after.complex_factorizations - before.complex_factorizations;
  statistics_.solves += after.solves - before.solves;
  statistics_.iterations += after.iterations - before.iterations;
  history_.start(start_values_.leftCols(n_start_ + 1), trial.h);
  orders_.restart_at(n_start_);
  return {};
}

/// A step that ends at an unexpected t_stop discards the points beyond it.
Attempt Multistep::attempt_after_short_start(const Trial& trial) {
  n_start_ = served_;
  history_.start(start_values_.leftCols(n_start_ + 1), start_times_[1] - start_times_[0]);
  orders_.restart_at(n_start_);
  return attempt(trial);
}

/// The dense output of these steps is the polynomial through all points.
void Multistep::accept_start(const Trial& trial) {
  ++served_;
  ++n_points_;
  dense_output_.take(trial.t, trial.t_new, n_start_, start_times_[n_start_]);
}

}  // namespace pleuel
