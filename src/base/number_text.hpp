// Formats numbers as text. All output uses these functions.
#pragma once

#include <string>

namespace pleuel {

/// The shortest decimal text that reproduces the number exactly.
std::string shortest_text(double value);
/// Appends shortest_text(value) to `text`.
void append_shortest(std::string& text, double value);

/// The number with `digits` significant digits, without trailing zeros.
std::string number_text(double value, int digits = 6);

/// The number in a printf format, at most 63 characters; used for columns of tables.
std::string formatted(const char* format, double value);

}  // namespace pleuel
