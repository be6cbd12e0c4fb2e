// Warns about tolerances that are too small or too large.
#pragma once

#include <optional>
#include <string>

#include "pleuel/base/number_text.hpp"

namespace pleuel {

/// About fifty units in the last place of a double: sums of a few hundred terms lose as much.
inline constexpr double least_rtol = 1e-14;

/// Above this, not even one digit is required.
inline constexpr double largest_rtol = 0.1;
/// In SI units an error of this size is as large as most mechanisms.
inline constexpr double largest_atol = 1;

/// A remark on a relative tolerance given as `name`; empty if the value is reasonable.
inline std::optional<std::string> tolerance_remark(const std::string& name, double rtol) {
  if (rtol > largest_rtol)
    return name + " is " + shortest_text(rtol) + ", above " + shortest_text(largest_rtol) +
           ": not one digit of the result is asked for; take 1e-3 or less";
  if (!(rtol < least_rtol)) return std::nullopt;
  return name + " is " + shortest_text(rtol) + ", below " + shortest_text(least_rtol) +
         ": rounding errors of double precision are of that size, so that steps may be rejected without end "
         "and "
         "no further digit is gained; take 1e-13 or more";
}

/// The same for an absolute tolerance.
inline std::optional<std::string> absolute_tolerance_remark(const std::string& name, double atol) {
  if (!(atol > largest_atol)) return std::nullopt;
  return name + " is " + shortest_text(atol) +
         ": errors of that size, in the units of the unknowns (m, rad, m/s), are let pass; take a part of "
         "the "
         "smallest motion of interest";
}

}  // namespace pleuel
