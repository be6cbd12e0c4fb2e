// Observes a series of runs.
#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace pleuel {

struct SeriesWatch {
  const std::atomic<bool>* stop = nullptr;
  /// Called before each run: numbers of completed and of all runs, and the next one.
  std::function<void(int done, int all, const std::string& next)> progress = {};

  bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

}  // namespace pleuel
