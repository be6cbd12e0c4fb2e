// When a number is zero but for rounding.
#pragma once

#include <cmath>
#include <map>
#include <span>
#include <string>

namespace pleuel {

/// A number is at rounding level where it is below this part of the largest number of its dimension
/// in a run. One rounding is 2⁻⁵² of the terms that are added; 2¹² = 4096 leave room for sums of
/// that many terms, or for linear systems of that condition.
inline constexpr double rounding_level = 0x1p-40;

/// The largest magnitudes by unit. Quantities without a unit have none: they are never at rounding
/// level.
class LargestOfUnits {
 public:
  void take(const std::string& unit, std::span<const float> values) {
    float& largest = largest_[unit];
    for (const float x : values)
      if (std::abs(x) > largest && std::isfinite(x)) largest = std::abs(x);
  }
  /// Numbers at rounding level become zero.
  void clear(const std::string& unit, std::span<float> values) const {
    const auto it = largest_.find(unit);
    if (unit.empty() || it == largest_.end()) return;
    const float level = static_cast<float>(rounding_level) * it->second;
    for (float& x : values)
      if (std::abs(x) <= level) x = 0;
  }

 private:
  std::map<std::string, float> largest_;
};

}  // namespace pleuel
