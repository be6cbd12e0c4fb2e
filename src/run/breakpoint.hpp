// Times that no step crosses.
#pragma once

#include <vector>

namespace pleuel {

/// Times that differ only by rounding count as one breakpoint. A method integrates to the last
/// double before the first of them and restarts at the last of them. No step therefore evaluates
/// both sides, or times in between.
struct Breakpoint {
  double first = 0, last = 0;

  /// The last double before the breakpoint.
  double before() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.first, self.last);
  }
};

/// Breakpoints of `times` in (begin, end], ascending.
std::vector<Breakpoint> breakpoints_in(std::vector<double> times, double begin, double end);

}  // namespace pleuel
