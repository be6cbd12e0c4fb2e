// Time against digits, and how two such curves are compared.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

/// One run: what it cost and what it achieved.
struct WorkPoint {
  double tolerance = 0;
  double seconds = 0;
  double scd = 0;
  long steps = 0;
  long accepted = 0;

  double seconds_per_accepted() const { return seconds / static_cast<double>(accepted); }
};

/// The time in which a method achieves `scd` digits, from runs in the order of falling tolerances: the
/// smallest of the times of runs that achieved as many, and of the interpolations, log(time) linear in scd,
/// between neighbours that cross `scd` upwards. Nothing when no run achieved as many.
std::optional<double> time_to_scd(const std::vector<WorkPoint>& runs, double scd);

}  // namespace pleuel
