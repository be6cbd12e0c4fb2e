#include "pleuel/integrator/bdf/bdf_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Errors below this part of the tolerance allow any growth.
constexpr double kSmallestError = 1e-8;
// The next attempt after a rejection should succeed.
constexpr double kRejectionSafety = 0.9;
constexpr double kSecondReduction = 0.25;
constexpr int kFailuresBeforeOrderOne = 3;

}  // namespace

void BdfOrderControl::restart() {
  order_ = 1;
  since_change_ = 0;
  is_starting_ = true;
  has_accepted_ = false;
  limit_.restart();
}

void BdfOrderControl::restart_at(int order) {
  order_ = order;
  is_starting_ = false;
}

void BdfOrderControl::fixed_step_accepted() { order_ = std::min(order_ + 1, highest()); }

/// log₂ of the factor that an error at this order allows; −∞ where there is no estimate.
double BdfOrderControl::log_factor(double bias, double error, int order) const {
  if (error < 0) return -std::numeric_limits<double>::infinity();
  return -std::log2(bias * std::max(error, kSmallestError)) / (order + 1);
}

double BdfOrderControl::bounded(double log_factor) const {
  return std::clamp(std::exp2(log_factor), 1 / options_.largest_reduction, options_.largest_growth);
}

BdfOrderControl::Choice BdfOrderControl::take(int order, double factor) {
  if (order != order_) since_change_ = 0;
  order_ = order;
  return {order, factor};
}

/// The order that allows the longest step, and log₂ of that step's factor.
BdfOrderControl::Choice BdfOrderControl::best_of(const BdfOrderErrors& errors) const {
  Choice best{order_, log_factor(options_.bias, errors.same, order_)};
  const double lower = order_ > 1 ? log_factor(options_.bias_lower, errors.lower, order_ - 1) : -1e300;
  if (options_.order == 0 && lower > best.factor) best = {order_ - 1, lower};
  if (order_ >= highest() || since_change_ <= order_) return best;
  const double raised = log_factor(options_.bias_raise, errors.raised, order_ + 1);
  if (raised > best.factor) best = {order_ + 1, raised};
  return best;
}

bool BdfOrderControl::wants_neighbours(double error) const {
  return is_starting_ || options_.bias * error > 1 || since_look_ >= order_;
}

BdfOrderControl::Choice BdfOrderControl::accepted(const BdfOrderErrors& errors) {
  const bool has_looked = wants_neighbours(errors.same);
  since_look_ = has_looked ? 0 : since_look_ + 1;
  ++since_change_;
  has_accepted_ = true;
  if (must_go_back()) {
    const int order = limit_.stable_order();
    return take(order, bounded(log_factor(options_.bias, errors.stable, order)));
  }
  if (is_starting_) {
    // Differences still show the line through the start; errors of lower orders are not meaningful
    // yet.
    const double same = log_factor(options_.bias, errors.same, order_);
    is_starting_ = order_ < highest() && same > 0;
    if (is_starting_) return take(order_ + 1, std::min(options_.largest_growth, std::exp2(same)));
  }
  const Choice best = best_of(errors);
  // A requested order is reached in any case.
  if (options_.order > order_) return take(order_ + 1, std::exp2(std::min(0.0, best.factor)));
  if (best.factor >= 0 && best.factor < std::log2(options_.keep_up_to)) return take(best.order, 1);
  return take(best.order, bounded(best.factor));
}

BdfOrderControl::Choice BdfOrderControl::rejected(const BdfOrderErrors& errors, int n_failures) {
  step_failed();
  if (n_failures >= kFailuresBeforeOrderOne && options_.order == 0) return take(1, kSecondReduction);
  const Choice best = best_of({.lower = errors.lower, .same = errors.same});
  const double largest = n_failures == 1 ? kRejectionSafety : kSecondReduction;
  return take(best.order,
              std::clamp(kRejectionSafety * std::exp2(best.factor), 1 / options_.largest_reduction, largest));
}

}  // namespace pleuel
