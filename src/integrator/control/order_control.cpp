#include "pleuel/integrator/control/order_control.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pleuel {

OrderControl::OrderControl(const OrderOptions& options, std::vector<OrderLevel> orders)
    : options_(options), orders_(std::move(orders)), levels_(orders_.size()) {}

void OrderControl::restart() {
  steps_ = 0;
  has_risen_ = false;
  has_fallen_ = false;
  std::fill(levels_.begin(), levels_.end(), Level{});
}

OrderChoice OrderControl::choose(int level, const OrderEvidence& evidence) {
  ++steps_;
  has_fallen_ = false;
  levels_[level].last_h = evidence.h;
  for (Level& l : levels_) l.wait = std::max(0, l.wait - 1);
  const OrderChoice same{level, evidence.h_next};
  if (steps_ < options_.patience) return same;
  OrderChoice best = same;
  double least = cost(level, evidence.h_next) / options_.gain;
  const auto consider = [&](int other) {
    const double h = allowed_step(level, other, evidence);
    if (cost(other, h) >= least) return;
    const double expected_rate =
        evidence.rate * std::pow(growth(level, other, evidence.h, h), options_.rate_power);
    if (other > level && expected_rate > options_.raise_rate) return;
    least = cost(other, h);
    best = {other, h};
  };
  const int highest = static_cast<int>(orders_.size()) - 1;
  const bool is_steady = evidence.h_next >= options_.steady * evidence.h;
  if (level < highest && levels_[level + 1].wait == 0 && is_steady) consider(level + 1);
  if (level > 0) consider(level - 1);
  const bool is_slow = level > 0 && best.level == level && evidence.rate >= options_.lower_rate;
  const double lower_h = level > 0 ? levels_[level - 1].last_h : 0;
  if (is_slow &&
      (lower_h == 0 || options_.slow_cost * cost(level, evidence.h_next) > cost(level - 1, lower_h))) {
    best = {level - 1, std::min(evidence.h_next, allowed_step(level, level - 1, evidence))};
    wait_for(level);
  }
  if (best.level > level)
    best.h = std::min(
        best.h, evidence.h * options_.largest_rise * orders_[best.level].points / orders_[level].points);
  if (best.level != level) {
    has_risen_ = best.level > level;
    steps_ = 0;
  }
  return best;
}

double OrderControl::cost(int level, double h) const { return orders_[level].work / h; }

double OrderControl::growth(int from, int to, double h, double h_new) const {
  return h_new / h * orders_[from].points / orders_[to].points;
}

double OrderControl::allowed_step(int from, int to, const OrderEvidence& evidence) const {
  const double err = to < from ? evidence.err_below : evidence.err_above;
  const double factor = options_.safety * std::pow(err, -1.0 / orders_[to].error_order);
  const double h = evidence.h * std::clamp(factor, 1 / options_.largest_change, options_.largest_change);
  return h * orders_[to].points / orders_[from].points;
}

void OrderControl::wait_for(int level) {
  Level& l = levels_[level];
  l.wait = options_.patience_after_failure << l.n_falls;
  l.n_falls = std::min(l.n_falls + 1, options_.most_doublings);
}

OrderChoice OrderControl::after_failure(int level, double h, FailedTry why) {
  const bool is_new = has_risen_ && steps_ == 0;
  // The order is lowered once per step; after that only the step size is reduced.
  if (level == 0 || has_fallen_ || !(is_new || why == FailedTry::newton)) return {level, h};
  const double last_h = levels_[level - 1].last_h;
  if (last_h > 0 && cost(level, h) <= cost(level - 1, last_h)) return {level, h};
  wait_for(level);
  has_risen_ = false;
  has_fallen_ = true;
  steps_ = 0;
  return {level - 1, last_h > 0 ? std::min(h, last_h) : h};
}

}  // namespace pleuel
