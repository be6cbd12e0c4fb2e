// A number with a unit, or a formula with one behind it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pleuel {

/// "2*l" and "mm" of "2*l mm". The unit is all that follows the first place where two operands stand side by side, or where '/'
/// comes before a name that is a unit and not a name of the formula. It applies to the whole formula: "(2*a + 3) mm" is
/// 2a + 3 millimetres.
struct QuantityText {
  std::string_view formula;
  std::string_view unit;  ///< empty: none
};

/// `is_name`: what a formula may use here. Throws InvalidInput for a sum before a unit, "2*a + 3 mm", which could mean two things.
QuantityText split_quantity(const std::string& place, std::string_view text,
                            const std::function<bool(std::string_view)>& is_name);

}  // namespace pleuel
