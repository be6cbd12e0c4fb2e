// What a mechanism prescribes as functions of time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pleuel {

/// What a search found: a switching time, or how far there is none.
struct SwitchSearch {
  double t = 0;  ///< the first switching time, or where the search ended
  /// of several switching times within rounding the first, where t is the last
  double first = 0;
  bool is_switch = false;  ///< else: there is none up to t
  /// false: no bound was found, and only samples say that there is none
  bool is_bounded = true;
  int n_looks = 0;              ///< how many intervals were looked at
  std::string_view label = {};  ///< of the formula that switches or has no bound
};

/// How large a jump is still none: |Δφ| ≤ atol + rtol |φ|, the tolerance of the run.
struct JumpLimits {
  double rtol = 0, atol = 0;
  bool has_rates = true;  ///< false: only values are looked at, as for equilibria
};

/// Formulas of time: when they go from one piece to another, and whether drivers jump. Searches may
/// run on several threads.
class TimeFunctions {
 public:
  virtual ~TimeFunctions() = default;

  /// Some formula switches at times that can be told beforehand.
  virtual bool has_switches() const = 0;
  /// The first switching time of any formula in (begin, end], or how far there is none.
  virtual SwitchSearch next_switch(double begin, double end, double span) const = 0;
  /// One sentence for each driver that jumps from `before` to `after`, which differ by rounding
  /// only.
  virtual std::vector<std::string> jumps(double before, double after, const JumpLimits& limits) const = 0;
};

}  // namespace pleuel
