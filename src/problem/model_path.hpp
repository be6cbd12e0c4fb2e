// Which names are those of model files.
#pragma once

#include <string>

namespace pleuel {

/// In place of a path: a model that was read from the standard input.
inline constexpr const char* standard_input_name = "-";

/// True for what can only be a file: a path with a slash, a name that ends in ".json", or the
/// standard input.
inline bool is_model_path(const std::string& name) {
  return name == standard_input_name || name.find('/') != std::string::npos || name.ends_with(".json");
}

}  // namespace pleuel
