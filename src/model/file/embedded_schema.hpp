// The fixed part of the JSON schema of model files, which travels inside the program.
#pragma once

#include <string_view>

namespace pleuel {

/// The text of src/model/file/`name`, here "schema.json"; empty if there is no such file.
std::string_view embedded_schema(std::string_view name);

}  // namespace pleuel
