// A number with a unit inside a formula.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace pleuel {

/// "360 deg/s" in "360 deg/s*t": the number of characters of the number, and of both.
struct QuantityLiteral {
  std::size_t number_length = 0;
  std::size_t length = 0;           ///< equal to number_length: no unit
  std::string_view ambiguous = {};  ///< a unit after '*' or '/' that is also a name

  bool has_unit() const { return length > number_length; }
};

/// Reads the literal at `at`, where a digit or a decimal point is. Its unit continues while names
/// of units follow after '*', '·', '/' or a space: "2 N*m*l" is (2 N*m)*l if l is not a unit. A '/'
/// directly after the number starts a unit if the following name is unknown to `is_name`: "5 /s". A
/// name before a parenthesis is a function. A literal that is alone between parentheses or commas
/// is never ambiguous.
QuantityLiteral quantity_literal(std::string_view text, std::size_t at,
                                 const std::function<bool(std::string_view)>& is_name);

/// True if a number starts here.
bool begins_number(std::string_view text, std::size_t at);

}  // namespace pleuel
