// Tolerances that rounding errors spoil.
#pragma once

#include <optional>
#include <string>

#include "pleuel/base/number_text.hpp"

namespace pleuel {

/// Some fifty units of the last digit of a double: sums of a few hundred terms lose as much.
inline constexpr double least_rtol = 1e-14;

/// What the user should know of a relative tolerance, `name` as it was given; nothing where it is
/// well.
inline std::optional<std::string> tolerance_remark(const std::string& name, double rtol) {
  if (!(rtol < least_rtol)) return std::nullopt;
  return name + " is " + shortest_text(rtol) + ", below " + shortest_text(least_rtol) +
         ": rounding errors of double precision are of that size, so that steps may be rejected without end "
         "and "
         "no further digit is gained; take 1e-13 or more";
}

}  // namespace pleuel
