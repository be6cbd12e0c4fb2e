// Model files embedded in the program.
#pragma once

#include <string_view>

namespace pleuel {

/// The text of models/`name`, e.g. "bolt.json"; empty if there is no such file.
std::string_view embedded_model(std::string_view name);

}  // namespace pleuel
