// How far a run has come, for whoever waits for it.
#pragma once

#include <chrono>

#include "pleuel/run/run_observer.hpp"

namespace pleuel::cli {

/// One line on standard error, drawn again ten times a second once the run has taken 0.3 s, and
/// wiped at its end: the part of the interval that is done, t, and the time left at the pace so
/// far. Draws nothing unless standard error is a terminal.
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
