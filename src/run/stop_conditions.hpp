// Conditions that end a run early.
#pragma once

#include <chrono>
#include <string>

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {

/// A stop request or the wall-time limit.
class Limits {
 public:
  Limits(const RunWatch& watch, const RunRequest& request)
      : stop_(watch.stop), timeout_(request.timeout.value_or(default_timeout)) {}

  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  bool are_reached() const { return is_stopped() || elapsed() > timeout_; }
  /// True if a fraction of the allowed time has passed or the run is to be stopped.
  bool is_part_reached(double part) const { return is_stopped() || elapsed() > part * timeout_; }
  std::string inequality() const {
    return number_text(elapsed()) + " s > timeout = " + number_text(timeout_) + " s";
  }

 private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  const std::atomic<bool>* stop_;
  double timeout_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace pleuel
