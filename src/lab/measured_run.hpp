// A run with its repetitions.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "pleuel/lab/study_row.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {

/// An observed run and the times of its repetitions so far.
struct MeasuredRun {
  StudyRow row = {};
  RunPlan plan;
  int n_wanted = 0;
  std::vector<double> seconds = {};

  bool is_done() const { return static_cast<int>(seconds.size()) >= n_wanted; }

  /// Requests as many repetitions as fit into `seconds_for_all` of processor time, at least one and
  /// at most `most`. One is necessary, because reading the clock slows down the steps of the
  /// observed run.
  void want_repetitions(double seconds_for_all, int most) {
    n_wanted =
        static_cast<int>(std::clamp<double>(seconds_for_all / std::max(row.cpu_seconds, 1e-9), 1, most));
  }

  /// Does one repetition; returns false if it was stopped. One that exceeds the time limit is the
  /// last, and earlier times are kept.
  bool is_repeated(const std::atomic<bool>* stop) {
    const auto time = timed_run(plan, {.observer = nullptr, .stop = stop});
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return false;
    if (time) seconds.push_back(*time);
    if (!time) n_wanted = 0;
    return true;
  }

  /// Stores the smallest time in the row.
  void take_times() {
    if (seconds.empty()) return;
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    row.cpu_seconds = *least;
    // otherwise below the resolution of the clock
    if (*least > 0) row.cpu_spread = (*most - *least) / *least;
    row.repeats = static_cast<long>(seconds.size());
  }
};

}  // namespace pleuel
