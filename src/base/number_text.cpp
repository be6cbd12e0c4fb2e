#include "pleuel/base/number_text.hpp"

#include <charconv>
#include <cstdio>

namespace pleuel {

std::string shortest_text(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string number_text(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", value);
  return digits;
}

}  // namespace pleuel
