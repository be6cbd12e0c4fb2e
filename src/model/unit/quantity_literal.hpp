// A number and the unit behind it, within a formula.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace pleuel {

/// "360 deg/s" of "360 deg/s*t": how many letters belong to the number, and to both.
struct QuantityLiteral {
  std::size_t number_length = 0;
  std::size_t length = 0;           ///< equal to number_length: there is no unit
  std::string_view ambiguous = {};  ///< a unit after '*' or '/' that is a name too

  bool has_unit() const { return length > number_length; }
};

/// Reads the literal that begins at `at`, where a digit stands, or a point before one. Its unit
/// goes on as long as names of units follow, by '*', '·', '/' or a space: "2 N*m*l" is (2 N*m)*l if
/// l is no unit. A '/' right behind the number begins a unit if `is_name`, which knows the names of
/// the formula, does not know what follows: "5 /s". A name before a parenthesis is a function.
/// Where the literal stands alone, between parentheses or commas, nothing is ambiguous.
QuantityLiteral quantity_literal(std::string_view text, std::size_t at,
                                 const std::function<bool(std::string_view)>& is_name);

/// Whether a number begins here.
bool begins_number(std::string_view text, std::size_t at);

}  // namespace pleuel
