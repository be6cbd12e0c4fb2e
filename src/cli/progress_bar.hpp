// Progress of a run on the terminal.
#pragma once

#include <chrono>

#include "pleuel/run/run_observer.hpp"

namespace pleuel::cli {

/// One line on standard error with the completed fraction of the interval, t, and the estimated
/// remaining time. It is updated ten times per second after the first 0.3 s and removed at the end.
/// Draws nothing unless standard error is a terminal.
class ProgressBar : public RunObserver {
 public:
  ProgressBar();
  ~ProgressBar() override { wipe(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void begin(const RunHeader& header) override;
  void progress(double fraction, double t) override;
  void end(const RunResult& result) override;

 private:
  using Clock = std::chrono::steady_clock;
  void wipe();

  bool is_terminal_;
  bool is_drawn_ = false;
  Clock::time_point begin_, next_;
};

}  // namespace pleuel::cli
