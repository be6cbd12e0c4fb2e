// Progress of a series of runs on the terminal.
#pragma once

#include <chrono>
#include <string>

#include "pleuel/cli/session.hpp"

namespace pleuel::cli {

/// One line on standard error, updated for each run and removed at the end. Draws nothing unless
/// standard error is a terminal and reports are enabled.
class StatusLine {
 public:
  explicit StatusLine(Report report);
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// "[12/240] 3 min left  slider-crank ggl1 radau5 1e-08". The remaining time is extrapolated from
  /// the completed runs.
  void draw(int done, int all, const std::string& next);
  /// The same if only the time limit is known: "[12] at most 40 s left  ggl1 radau5 1e-08".
  void draw(int done, double seconds_left, const std::string& next);
  /// Without a count.
  void draw(const std::string& next);
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_shown_;
  bool is_drawn_ = false;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace pleuel::cli
