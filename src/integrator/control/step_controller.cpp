#include "pleuel/integrator/control/step_controller.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Smaller errors do not predict the next one and must not make the prediction too cautious.
constexpr double kSmallestRememberedError = 1e-2;
constexpr double kSmallestIntegratedError = 1e-4;
// Share of the last error in proportional-integral control.
constexpr double kIntegralShare = 0.2;

}  // namespace

StepController::StepController(const ControllerOptions& options, int error_order, int max_newton_iterations)
    : options_(options), error_order_(error_order), max_newton_iterations_(max_newton_iterations) {}

double StepController::accepted(double h, double err, int newton_iterations) {
  if (options_.kind == ControllerOptions::Kind::proportional_integral) return integrated(h, err);
  double quotient = clipped(root(err) / safety(newton_iterations));
  if (options_.kind == ControllerOptions::Kind::predictive) {
    if (h_old_ > 0) {
      const double predicted = (h_old_ / h) * root(err * err / err_old_) / options_.safety;
      quotient = std::max(quotient, clipped(predicted));
    }
    h_old_ = h;
    err_old_ = std::max(kSmallestRememberedError, err);
  }
  return h / quotient;
}

double StepController::integrated(double h, double err) {
  const double before = h_old_ > 0 ? err_old_ : kSmallestIntegratedError;
  const double beta = kIntegralShare / error_order_;
  const double quotient =
      clipped(std::pow(err, 1.0 / error_order_ - 0.75 * beta) * std::pow(before, -beta) / options_.safety);
  h_old_ = h;
  err_old_ = std::max(kSmallestIntegratedError, err);
  return h / quotient;
}

double StepController::rejected(double h, double err, int newton_iterations) const {
  return h / clipped(root(err) / safety(newton_iterations));
}

double StepController::clipped(double quotient) const {
  return std::max(1 / options_.largest_growth, std::min(options_.largest_reduction, quotient));
}

double StepController::safety(int newton_iterations) const {
  const double all = 2.0 * max_newton_iterations_;
  return options_.safety * std::min(1.0, (all + 1) / (all + newton_iterations));
}

double StepController::root(double err) const {
  // Radau IIA of order 5 and the explicit method of order 8: square roots cost far less than a
  // power.
  if (error_order_ == 4) return std::sqrt(std::sqrt(err));
  if (error_order_ == 8) return std::sqrt(std::sqrt(std::sqrt(err)));
  return std::pow(err, 1.0 / error_order_);
}

}  // namespace pleuel
