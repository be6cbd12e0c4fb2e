#include "pleuel/integrator/newton/newton_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// η of one step is used in the next with this power, so that it is forgotten gradually [HW96,
// IV.8].
constexpr double kForgetting = 0.8;
// Beyond this growth of the step, η is discarded: the rate grows with the step.
constexpr double kLargestGrowth = 2;
constexpr double kPlainFactor = 0.5;
// Bounds of the ratio of predicted error to κ in the reduction of the step.
constexpr double kLargestRatio = 20;
constexpr double kRatioSafety = 0.8;
// One quotient is not a rate.
constexpr int kIterationsForARate = 3;
// An increment above the tolerance has not converged after one quotient.
constexpr double kLargestOfOneQuotient = 1;
// Bounds of the factor by which the rate limits the next step.
constexpr double kLeastLimit = 0.7;
constexpr double kMostLimit = 8;
// Part of κ that errors of linear solves may take.
constexpr double kSolvePart = 0.1;
// And what is still accepted, if the increment was larger than expected.
constexpr double kLargestSolvePart = 0.3;
// Relative errors of solves. The largest adds so much to the rate of convergence; the smallest
// is that of increments of unknown size.
constexpr double kLargestSolveError = 0.01;
constexpr double kSmallestSolveError = 1e-6;
// A rate is not expected to improve by more from one increment to the next.
constexpr double kSmallestExpectedRate = 0.1;

}  // namespace

double newton_kappa(double rtol, double power) {
  return std::max(10 * kEpsilon / rtol, std::min(0.03, std::pow(rtol, power)));
}

void NewtonControl::begin_step(double growth) {
  iterations_ = increments_ = 0;
  has_converged_ = false;
  eta_ = growth > kLargestGrowth ? 1 : std::pow(std::max(eta_, kEpsilon), kForgetting);
  theta_ = options_.reusable_rate;
  step_factor_ = kPlainFactor;
}

void NewtonControl::begin_step_with_rate(double theta) {
  begin_step();
  eta_ = theta < options_.divergence_rate ? theta / (1 - theta) : std::numeric_limits<double>::infinity();
  if (theta < options_.divergence_rate) theta_ = theta;
}

double NewtonControl::allowed_error() const {
  const double expected =
      increments_ == 0 ? first_norm_ : norm_ * std::clamp(theta_, kSmallestExpectedRate, 1.0);
  if (!(expected >= 0)) return kSmallestSolveError;
  const double error = kSolvePart * options_.kappa / std::max(expected, kEpsilon);
  return std::clamp(error, kSmallestSolveError, kLargestSolveError);
}

bool NewtonControl::is_small(double error) const { return error <= kLargestSolvePart * options_.kappa; }

NewtonVerdict NewtonControl::judge(double increment_norm) {
  const NewtonVerdict verdict = judged(increment_norm);
  if (!has_converged_) growth_limit_ = limit_of_growth();
  has_converged_ = has_converged_ || verdict == NewtonVerdict::converged;
  return verdict;
}

NewtonVerdict NewtonControl::judged(double increment_norm) {
  if (++increments_ == 1) first_norm_ = std::isfinite(increment_norm) ? increment_norm : -1;
  if (increments_ < options_.first_judged) {
    norm_ = increment_norm;
    if (!std::isfinite(increment_norm)) return NewtonVerdict::not_finite;
    return increment_norm <= options_.kappa ? NewtonVerdict::converged : NewtonVerdict::proceed;
  }
  ++iterations_;
  const double previous = std::max(norm_, kEpsilon);
  norm_ = increment_norm;
  error_bound_ = eta_ * norm_;
  if (!std::isfinite(norm_)) return NewtonVerdict::not_finite;
  if (iterations_ > 1) {
    const double quotient = norm_ / previous;
    theta_ = iterations_ == 2 ? quotient : std::sqrt(quotient * quotient_);
    quotient_ = quotient;
    const NewtonVerdict verdict = judge_rate();
    if (verdict != NewtonVerdict::proceed) return verdict;
  }
  const bool rests_on_one_quotient = iterations_ == 2 && norm_ > kLargestOfOneQuotient;
  if (error_bound_ <= options_.kappa && !rests_on_one_quotient) return NewtonVerdict::converged;
  if (iterations_ < options_.max_iterations) return NewtonVerdict::proceed;
  return norm_ <= options_.stagnation ? NewtonVerdict::converged : NewtonVerdict::slow;
}

double NewtonControl::limit_of_growth() const {
  if (iterations_ < kIterationsForARate) return std::numeric_limits<double>::infinity();
  return std::clamp(options_.comfortable_rate / theta_, kLeastLimit, kMostLimit);
}

NewtonVerdict NewtonControl::judge_rate() {
  const bool is_undecided =
      iterations_ < options_.deciding_iterations && theta_ <= options_.largest_undecided;
  if (theta_ >= options_.divergence_rate) {
    eta_ = 1;
    error_bound_ = norm_;
    if (norm_ <= std::max(options_.rounding, options_.stagnation)) return NewtonVerdict::converged;
    return is_undecided ? NewtonVerdict::proceed : NewtonVerdict::divergent;
  }
  eta_ = theta_ / (1 - theta_);
  error_bound_ = eta_ * norm_;
  const int left = options_.max_iterations - 1 - iterations_;
  if (!options_.gives_up_early || left < 0) return NewtonVerdict::proceed;
  const double predicted = error_bound_ * std::pow(theta_, left);
  if (predicted < options_.kappa || error_bound_ < options_.stagnation) return NewtonVerdict::proceed;
  if (is_undecided) {
    eta_ = 1;
    error_bound_ = norm_;
    return NewtonVerdict::proceed;
  }
  error_bound_ = predicted;
  const double ratio = std::min(kLargestRatio, predicted / options_.kappa);
  step_factor_ = kRatioSafety * std::pow(ratio, -1.0 / (options_.error_order + left));
  return NewtonVerdict::slow;
}

}  // namespace pleuel
