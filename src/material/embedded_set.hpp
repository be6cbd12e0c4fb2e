// Parameter sets embedded in the program.
#pragma once

#include <string_view>

namespace pleuel::material {

/// The text of src/material/data/`name`, e.g. "SS316-S-600C.json"; empty if there is no such file.
std::string_view embedded_set(std::string_view name);

}  // namespace pleuel::material
