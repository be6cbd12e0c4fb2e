#include "pleuel/integrator/bdf/stability_limit.hpp"

#include <algorithm>

namespace pleuel {
namespace {

// Differences of a resolved solution decrease faster.
constexpr double kDecrease = 0.6;
// Steps after a start without suspicions: the first differences are those of small steps.
constexpr int kAfterStart = 30;
constexpr int kLooks = 2;
// Gains of the stable order in the first and the second round. Order 2 needs much shorter steps for
// a resolved motion, so about equal distances of the first round are suspect; with order 4 they are
// usual. After a hold higher orders have just begun, with the long steps of the stable one, and the
// first round decides less.
constexpr double kFirstGain = 0.9;
constexpr double kFirstGainAboveOrder2 = 1.1;
constexpr double kFirstGainAgain = 0.8;
constexpr double kGain = 1.5;
constexpr int kSecondRound = 3;  // times as long
// A third of the first round shows whether the stable order needs much shorter steps.
constexpr double kHopeless = 0.55;
constexpr int kGrowth = 2;
constexpr int kLongestTrial = 1920;
constexpr long kLongestHold = 10000;
// Steps without a trial after one without gain, in units of its own.
constexpr long kPause = 10;
// The verdict of a trial is about steps of its size, and is void when they are a quarter of it:
// they collapse where the limit is reached. With a half, variable steps of a resolved motion would
// often void it.
constexpr double kOtherSize = 0.25;

}  // namespace

bool StabilityLimit::wants_differences(int order, double size) const {
  return is_watching() && order > suspect_order_ && n_since_start_ >= kAfterStart &&
         (n_deaf_ == 0 || size < kOtherSize * refused_size_);
}

bool StabilityLimit::look(double highest, double middle, double lowest) {
  const bool is_suspect = highest >= kDecrease * middle && middle >= kDecrease * lowest;
  n_seen_ = is_suspect ? n_seen_ + 1 : 0;
  return n_seen_ >= (has_gained_ ? 1 : kLooks);
}

int StabilityLimit::n_steps(int round) const { return round == 0 ? n_trial_ : kSecondRound * n_trial_; }

bool StabilityLimit::is_hopeless(double distance, int n, double size) const {
  return 3 * n >= n_trial_ && distance < kHopeless * n * size;
}

double StabilityLimit::lost_from(int round, double stable_distance) const {
  const double first = has_gained_ ? kFirstGainAgain : stable_order_ > 2 ? kFirstGainAboveOrder2 : kFirstGain;
  return stable_distance / (round == 0 ? first : kGain);
}

void StabilityLimit::end_trial(bool has_gain, long n_steps, double size) {
  n_seen_ = 0;
  if (!has_gain) {
    n_deaf_ = kPause * n_steps;
    refused_size_ = size;
    n_trial_ = std::min(kGrowth * n_trial_, kLongestTrial);
    return;
  }
  has_gained_ = true;
  n_left_ = std::max<long>(hold_, kSecondRound * n_trial_);
  hold_ = std::min(2 * n_left_, kLongestHold);
}

void StabilityLimit::step_accepted() {
  ++n_since_start_;
  n_deaf_ = std::max(0L, n_deaf_ - 1);
  if (n_left_ == 0) return;
  --n_left_;
  ++n_held_;
}

int StabilityLimit::highest(int order_max) const {
  return is_holding() ? std::min(stable_order_, order_max) : order_max;
}

}  // namespace pleuel
