// The schema of study files, which travels inside the program.
#pragma once

#include <string_view>

namespace pleuel::sweep {

/// The text of src/sweep/data/`name`, here "schema.json"; empty if there is no such file.
std::string_view embedded_study_data(std::string_view name);

}  // namespace pleuel::sweep
