// Numbers as text: the one place where they are written.
#pragma once

#include <string>

namespace pleuel {

/// The shortest digits that give the number back.
std::string shortest_text(double value);
/// `text` followed by these.
void append_shortest(std::string& text, double value);

/// With so many significant digits, without trailing zeros.
std::string number_text(double value, int digits = 6);

/// As printf writes a double by `format`, up to 63 characters: columns of tables.
std::string formatted(const char* format, double value);

}  // namespace pleuel
