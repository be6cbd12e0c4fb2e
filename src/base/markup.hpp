// Escapes text for XML and HTML.
#pragma once

#include <string>

namespace pleuel {

/// Replaces &, <, > and " by entities, for use in elements and in attributes in double quotes.
std::string markup_escaped(const std::string& text);

}  // namespace pleuel
