#include "pleuel/integrator/bdf/order_control.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Errors below this part of the tolerance allow any growth.
constexpr double kSmallestError = 1e-8;
// After a rejection the next try shall succeed.
constexpr double kRejectionSafety = 0.9;
constexpr double kSecondReduction = 0.25;
constexpr int kFailuresBeforeOrderOne = 3;

}  // namespace

void OrderControl::restart() {
  order_ = 1;
  since_change_ = 0;
  is_starting_ = true;
}

void OrderControl::restart_at(int order) {
  order_ = order;
  is_starting_ = false;
}

void OrderControl::fixed_step_accepted() { order_ = std::min(order_ + 1, highest()); }

double OrderControl::factor(double bias, double error, int order) const {
  if (error < 0) return 0;
  return std::pow(bias * std::max(error, kSmallestError), -1.0 / (order + 1));
}

OrderControl::Choice OrderControl::take(int order, double factor) {
  if (order != order_) since_change_ = 0;
  order_ = order;
  return {order, factor};
}

OrderControl::Choice OrderControl::accepted(const OrderErrors& errors) {
  ++since_change_;
  const double same = factor(options_.bias, errors.same, order_);
  const double lower = order_ > 1 ? factor(options_.bias_lower, errors.lower, order_ - 1) : 0;
  const bool is_order_free = options_.order == 0;
  if (is_starting_) {
    is_starting_ = order_ < highest() && same > 1 && (lower <= same || !is_order_free);
    if (is_starting_) return take(order_ + 1, std::min(options_.largest_growth, same));
    if (order_ < highest() && !is_order_free) return take(order_ + 1, std::min(1.0, same));
  }
  const double raised = since_change_ > order_ ? factor(options_.bias_raise, errors.raised, order_ + 1) : 0;
  int order = order_;
  double best = same;
  if (is_order_free && lower > best) {
    best = lower;
    order = order_ - 1;
  }
  if (raised > best && order_ < highest()) {
    best = raised;
    order = order_ + 1;
  }
  if (best >= 1 && best < options_.keep_up_to) best = 1;
  return take(order, std::clamp(best, 1 / options_.largest_reduction, options_.largest_growth));
}

OrderControl::Choice OrderControl::rejected(const OrderErrors& errors, int n_failures) {
  is_starting_ = false;
  const bool is_order_free = options_.order == 0;
  if (n_failures >= kFailuresBeforeOrderOne && is_order_free) return take(1, kSecondReduction);
  int order = order_;
  double best = factor(options_.bias, errors.same, order_);
  const double lower = order_ > 1 ? factor(options_.bias_lower, errors.lower, order_ - 1) : 0;
  if (is_order_free && lower > best) {
    best = lower;
    --order;
  }
  const double largest = n_failures == 1 ? kRejectionSafety : kSecondReduction;
  return take(order, std::clamp(kRejectionSafety * best, 1 / options_.largest_reduction, largest));
}

}  // namespace pleuel
