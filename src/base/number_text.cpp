#include "pleuel/base/number_text.hpp"

#include <charconv>

namespace pleuel {

std::string shortest_text(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

}  // namespace pleuel
