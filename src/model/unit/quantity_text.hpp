// A number or a formula with a unit behind it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pleuel {

/// "2*l" and "mm" of "2*l mm". The unit starts at the first place outside of parentheses where two
/// operands are adjacent, or where '/' precedes a name that is a unit and not a name of the
/// formula. It applies to the whole formula: "(2*a + 3) mm" is 2a + 3 millimetres. A number within
/// a formula keeps its own unit (QuantityLiteral): "a + 3 mm", "360 deg/s*t".
struct QuantityText {
  std::string_view formula;
  std::string_view unit;  ///< empty: none
};

/// `is_name`: names that the formula may use. Throws InvalidInput for the ambiguous form "3 + a
/// mm", a sum that ends with a name and a unit.
QuantityText split_quantity(const std::string& place, std::string_view text,
                            const std::function<bool(std::string_view)>& is_name);

}  // namespace pleuel
