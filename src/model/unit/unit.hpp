// Units as a user writes them: "mm", "N*m/rad", "g/cm^3".
#pragma once

#include <string>
#include <string_view>

#include "pleuel/model/dimension.hpp"

namespace pleuel {

/// Factor to the SI unit, and dimension.
struct Unit {
  double factor = 1;
  Dimension dimension = {};
};

/// Products with '*', '·' or a space; quotients with '/', which divides only by the next factor
/// ("N/m s" is (N/m)·s); powers "^2", "²", "^-1", "^1.5"; parentheses; and 1: "1/s". Names: m g s N
/// J W Pa bar rad with the prefixes n u µ m c d k M G, and tonne min h deg ° rev rpm. Throws
/// InvalidInput "place: sentence".
Unit parse_unit(const std::string& place, std::string_view text);

/// True if the text is the name of a unit.
bool is_unit_name(std::string_view name);

/// Radians count as 1, so "N m" is also valid for a torsional stiffness. An angle is rejected where
/// none is expected.
bool fits(const Dimension& given, const Dimension& expected);
bool is_same_but_for_angle(const Dimension& a, const Dimension& b);

/// In SI base units, "kg·m/s²"; "1" for a pure number.
std::string unit_text(const Dimension& dimension);

}  // namespace pleuel
