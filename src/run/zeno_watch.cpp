#include "pleuel/run/zeno_watch.hpp"

#include <cmath>
#include <limits>

#include "pleuel/integrator/failure_report.hpp"

namespace pleuel {

std::optional<ZenoWatch::Verdict> ZenoWatch::add(double t) {
  const double interval = t - last_;
  const bool is_first = !has_jumped_;
  has_jumped_ = true;
  last_ = t;
  if (is_first) return {};
  const bool goes_on = interval > 8 * std::numeric_limits<double>::epsilon() * std::abs(t);
  n_at_once_ = goes_on ? 0 : n_at_once_ + 1;
  if (n_at_once_ > most_at_once) {
    return Verdict{
        std::to_string(n_at_once_) + " jumps without progress in time > " + std::to_string(most_at_once), t};
  }
  if (!goes_on) return {};
  const bool is_shorter = intervals_.empty() || interval < intervals_.back();
  if (!is_shorter) intervals_.clear();
  intervals_.push_back(interval);
  if (intervals_.size() > n_shrinking + 1) intervals_.erase(intervals_.begin());
  if (intervals_.size() <= n_shrinking || !(interval < smallest_part * span_)) return {};
  const double ratio = interval / intervals_[intervals_.size() - 2];
  return Verdict{"interval between jumps " + number_text(interval) + " s < " +
                     number_text(smallest_part * span_) + " s = " + number_text(smallest_part) +
                     " of the run, after " + std::to_string(n_shrinking) +
                     " intervals each shorter than the last",
                 t + interval * ratio / (1 - ratio)};
}

}  // namespace pleuel
