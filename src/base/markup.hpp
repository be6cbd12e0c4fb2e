// Text inside XML and HTML.
#pragma once

#include <string>

namespace pleuel {

/// &, <, > and " as entities: fit for elements and for attributes in double quotes.
std::string markup_escaped(const std::string& text);

}  // namespace pleuel
