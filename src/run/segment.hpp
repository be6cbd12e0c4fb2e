// A step of a run, or the part of it before an event.
#pragma once

#include <optional>

#include "pleuel/dae/failure.hpp"

namespace pleuel {

/// Result of one call of EventLoop::advance.
struct Segment {
  enum class Restart { none, breakpoint, jump };
  std::optional<Failure> failure = {};
  double begin = 0;
  double t = 0;                     ///< its end; equal to `begin` if a jump followed immediately
  Restart restart = Restart::none;  ///< whether the method restarts at its end
  double h = 0;                     ///< size of the method's step; 0: no step
  int order = 0;
  /// Processor time of a segment that was computed before and is shown again (SegmentTape).
  double kept_seconds = 0;
};

}  // namespace pleuel
