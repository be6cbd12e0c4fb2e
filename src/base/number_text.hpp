// Numbers in messages.
#pragma once

#include <string>

namespace pleuel {

/// The shortest digits that give the number back.
std::string shortest_text(double value);

/// Six significant digits.
std::string number_text(double value);

}  // namespace pleuel
