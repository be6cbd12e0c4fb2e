#include "pleuel/base/number_text.hpp"

#include <charconv>
#include <cstdio>

namespace pleuel {

std::string shortest_text(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

void append_shortest(std::string& text, double value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::string number_text(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, value + 0.0);  // −0 becomes 0
  return text;
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace pleuel
