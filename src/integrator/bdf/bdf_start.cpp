// The first points of Bdf with a fixed step.
#include <algorithm>
#include <cmath>

#include "pleuel/integrator/bdf/bdf.hpp"

namespace pleuel {
namespace {

// Of the start by error control: what double precision leaves, with room for unknowns of index 3.
constexpr double kStartTolerance = 1e-12;
// Rounding in how many steps fit.
constexpr double kRounding = 1e-9;

}  // namespace

void Bdf::prepare_starter(double t, ConstVec y, ConstVec ydot) {
  StepSettings settings = settings_;
  settings.fixed_step = 0;
  const double ratio = settings_.tolerance.atol / settings_.tolerance.rtol;
  settings.tolerance = {.rtol = kStartTolerance, .atol = kStartTolerance * ratio};
  if (!starter_) {
    BdfOptions options = options_;
    options.orders = {};
    starter_ = std::make_unique<Bdf>(dae_, settings, options);
  }
  const double end = t + direction_ * orders_.highest() * settings_.fixed_step;
  starter_->start(t, y, ydot, end);
  start_values_.setZero(y.size(), orders_.highest() + 1);
  start_values_.col(0) = y;
  t_first_ = t;
  served_ = -1;  // nothing computed yet
}

/// Fills start_values_ and the history; fewer points where t_stop is nearer than k steps.
std::optional<Failure> Bdf::compute_start(double t_stop) {
  const double left = direction_ * (t_stop - t_);
  start_step_ = std::min(settings_.fixed_step, left);
  const int fitting = static_cast<int>(std::floor(left / start_step_ + kRounding));
  n_start_ = std::min(fitting, orders_.highest());
  const Statistics before = starter_->statistics();
  for (int i = 1; i <= n_start_; ++i) {
    const double t = start_time(i, t_stop);
    while (starter_->t() != t) {
      StepOutcome outcome = starter_->step(t);
      if (!outcome.is_ok()) return std::move(outcome.failure);
    }
    start_values_.col(i) = starter_->y();
  }
  const Statistics& after = starter_->statistics();
  statistics_.rhs += after.rhs - before.rhs;
  statistics_.jacobians += after.jacobians - before.jacobians;
  statistics_.factorizations += after.factorizations - before.factorizations;
  statistics_.solves += after.solves - before.solves;
  statistics_.iterations += after.iterations - before.iterations;
  history_.start(start_values_.leftCols(n_start_ + 1), direction_ * start_step_);
  orders_.restart_at(n_start_);
  served_ = 0;
  return {};
}

/// Of the i-th point; t_stop itself where that is the same but for rounding.
double Bdf::start_time(int i, double t_stop) const {
  const double t = t_first_ + direction_ * i * start_step_;
  return std::abs(t - t_stop) <= kRounding * start_step_ ? t_stop : t;
}

/// One of the first steps, from values that are there already; its dense piece is the polynomial through all of them.
StepOutcome Bdf::serve_start(double t_stop) {
  const double begin = t_;
  ++served_;
  t_ = start_time(served_, t_stop);
  piece_.take(begin, t_, n_start_, start_time(n_start_, t_stop));
  ++statistics_.steps;
  ++statistics_.accepted;
  ++n_points_;
  recent_.add(t_ - begin);
  return {.failure = {}, .t = t_, .h = t_ - begin, .order = n_start_};
}

}  // namespace pleuel
