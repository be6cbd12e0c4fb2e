// A parameter or setting that a study varies.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "pleuel/model/dimension.hpp"

namespace pleuel::sweep {

/// A value of a varied parameter: the text that --set or an option of the run receives, and the
/// number in the unit of its column.
struct Level {
  std::string text;
  double number = std::numeric_limits<double>::quiet_NaN();  ///< NaN: a word
};

/// How the values of one name are distributed. u in (0, 1) becomes
///
///     levels        level ⌊u n⌋ of n
///     uniform       low + u (high − low)
///     logarithmic   low (high/low)ᵘ
///     normal        mean + deviation Φ⁻¹(Φ(a) + u (Φ(b) − Φ(a))), truncated to low … high, where
///                   a and b are the limits in deviations from the mean
struct Variation {
  enum class Kind { levels, uniform, logarithmic, normal };

  std::string name;
  bool is_setting = false;  ///< of the run (rtol, method, …), not a parameter of --set
  Kind kind = Kind::levels;
  std::vector<Level> levels = {};
  double low = 0, high = 0, mean = 0, deviation = 0;  ///< in `unit`
  std::string unit = {};                              ///< as the study writes it; empty: none
  double factor = 1;                                  ///< SI value of the unit
  Dimension dimension = {};
  std::string place = {};  ///< in the file, for messages

  bool is_continuous() const { return kind != Kind::levels; }
  /// True if all its values are numbers in one unit.
  bool is_number() const;
  Level at(double u) const;
  /// Index of a level for u.
  std::size_t index_at(double u) const;
};

/// "16.5 kN/m"
Level number_level(double number, const std::string& unit);

}  // namespace pleuel::sweep
