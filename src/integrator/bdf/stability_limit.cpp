#include "pleuel/integrator/bdf/stability_limit.hpp"

#include <algorithm>

namespace pleuel {
namespace {

// Differences of a resolved solution decrease faster.
constexpr double kDecrease = 0.6;
// Part of the step that the stable order must promise.
constexpr double kPromise = 0.6;
// Steps after a start without alarms: the first differences are those of small steps.
constexpr int kAfterStart = 30;
constexpr int kLooks = 2;
// Largest ratio between the last step and the mean of recent ones.
constexpr double kSettled = 2;
// A hold is judged after this many steps, by its mean step relative to the usual one.
constexpr int kJudged = 10;
constexpr double kWorthwhile = 0.45;
// Weight of a step in the mean of recent ones.
constexpr double kRecent = 0.05;

}  // namespace

bool StabilityLimit::wants_differences(int order) const {
  return stable_order_ > 0 && order > stable_order_ && n_since_start_ >= kAfterStart && n_deaf_ == 0;
}

bool StabilityLimit::is_suspect(double highest, double middle, double lowest) {
  return highest >= kDecrease * middle && middle >= kDecrease * lowest;
}

bool StabilityLimit::look(bool is_suspect, double factor) {
  const bool is_settled = last_ < kSettled * usual_ && usual_ < kSettled * last_;
  n_seen_ = is_suspect && is_settled && factor >= kPromise ? n_seen_ + 1 : 0;
  if (n_seen_ < kLooks) return false;
  n_seen_ = n_progress_ = 0;
  progress_ = 0;
  n_left_ = hold_;
  hold_ = std::min(2 * hold_, kLongest);
  return true;
}

void StabilityLimit::step_accepted(double size, int order) {
  ++n_since_start_;
  last_ = size;
  n_deaf_ = std::max(0, n_deaf_ - 1);
  if (order > stable_order_) usual_ = usual_ == 0 ? size : (1 - kRecent) * usual_ + kRecent * size;
  if (n_left_ == 0) return;
  --n_left_;
  ++n_held_;
  progress_ += size;
  ++n_progress_;
  if (n_progress_ >= kJudged && progress_ < kWorthwhile * n_progress_ * usual_) {
    n_left_ = 0;
    hold_ = kShortest;
    n_deaf_ = pause_;
    pause_ = std::min(2 * pause_, kLongest);
  } else if (n_left_ == 0) {
    pause_ = kShortest;
  }
}

int StabilityLimit::highest(int order_max) const {
  return is_holding() ? std::min(stable_order_, order_max) : order_max;
}

}  // namespace pleuel
