// Limits of double precision.
#pragma once

#include <limits>

namespace pleuel {

/// The distance from 1 to the next larger number.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();
inline constexpr double infinity = std::numeric_limits<double>::infinity();
/// Marks values that are not known.
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace pleuel
