// Pins a measurement to one core.
#pragma once

#include <sched.h>

#include <optional>

namespace pleuel {

/// During its lifetime, the calling thread and the threads it starts run on the core of the
/// construction. Moving to another core costs caches and increases the scatter of times. If the
/// system does not allow it, nothing changes.
class CorePin {
 public:
  CorePin();
  ~CorePin();
  CorePin(const CorePin&) = delete;
  CorePin& operator=(const CorePin&) = delete;

  /// The core; empty if not pinned.
  std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_;
  std::optional<int> core_;
};

}  // namespace pleuel
