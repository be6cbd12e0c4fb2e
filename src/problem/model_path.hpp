// Recognises names of model files.
#pragma once

#include <string>

namespace pleuel {

/// Replaces a path: a model read from standard input.
inline constexpr const char* standard_input_name = "-";

/// True for names of files: a path with a slash, a name that ends in ".json", or standard input.
inline bool is_model_path(const std::string& name) {
  return name == standard_input_name || name.find('/') != std::string::npos || name.ends_with(".json");
}

}  // namespace pleuel
