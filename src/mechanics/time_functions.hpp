// Functions of time that a mechanism prescribes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pleuel {

/// Result of a search: a switching time, or the end of the searched interval.
struct SwitchSearch {
  double t = 0;  ///< the first switching time, or where the search ended
  /// the first of several switching times within rounding; t is the last
  double first = 0;
  bool is_switch = false;  ///< false: there is none up to t
  /// false: no bound was found; the absence of switches rests only on samples
  bool is_bounded = true;
  int n_looks = 0;              ///< number of intervals examined
  std::string_view label = {};  ///< label of the formula that switches or has no bound
};

/// Jumps up to |Δφ| ≤ atol + rtol |φ|, the tolerance of the run, are ignored.
struct JumpLimits {
  double rtol = 0, atol = 0;
  bool has_rates = true;  ///< false: only values are checked, as for equilibria
};

/// Formulas of time: when they switch between pieces, and whether drivers jump. Searches may run on
/// several threads.
class TimeFunctions {
 public:
  virtual ~TimeFunctions() = default;

  /// True if some formula has switching times that can be computed in advance.
  virtual bool has_switches() const = 0;
  /// The first switching time of any formula in (begin, end], or the end of the searched interval.
  virtual SwitchSearch next_switch(double begin, double end, double span) const = 0;
  /// One sentence per driver that jumps between `before` and `after`, which differ only by
  /// rounding.
  virtual std::vector<std::string> jumps(double before, double after, const JumpLimits& limits) const = 0;
};

}  // namespace pleuel
