// Keeps a measurement on one core.
#pragma once

#include <sched.h>

#include <optional>

namespace pleuel {

/// While it lives, the calling thread, and threads it starts, run on one core: the one where it was
/// at construction. A move to another core costs caches and lets times scatter. Where the system
/// does not allow it, nothing changes.
class CorePin {
 public:
  CorePin();
  ~CorePin();
  CorePin(const CorePin&) = delete;
  CorePin& operator=(const CorePin&) = delete;

  /// The core; nothing if there is no pin.
  std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_;
  std::optional<int> core_;
};

}  // namespace pleuel
