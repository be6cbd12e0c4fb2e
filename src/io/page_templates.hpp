// The pages of viewer/, embedded in the program.
#pragma once

#include <string_view>

namespace pleuel {

/// The HTML of viewer/src/`name`, with a line "<!-- data -->" for the data. Empty if there is no
/// such page, as in a build without the viewer.
std::string_view page_template(std::string_view name);

}  // namespace pleuel
