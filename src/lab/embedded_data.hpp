// Data files embedded in the program.
#pragma once

#include <string_view>

namespace pleuel {

/// The text of src/lab/data/`name`, e.g. "peers.csv"; empty if there is no such file.
std::string_view embedded_data(std::string_view name);

}  // namespace pleuel
