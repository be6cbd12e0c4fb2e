// Times that no step passes over.
#pragma once

#include <vector>

namespace pleuel {

/// Times that differ by rounding only count as one breakpoint. A method is led to the last double
/// before the first of them and starts again at the last of them: so no step sees values of both
/// sides, nor of the moments between.
struct Breakpoint {
  double first = 0, last = 0;

  /// The last double before it.
  double before() const;
};

/// Those of `times` in (begin, end], ascending.
std::vector<Breakpoint> breakpoints_in(std::vector<double> times, double begin, double end);

}  // namespace pleuel
