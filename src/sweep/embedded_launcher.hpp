// The launcher for Dask, which travels inside the program.
#pragma once

#include <string_view>

namespace pleuel::sweep {

/// The text of src/sweep/data/`name`, here "sweep_dask.py"; empty if there is no such file.
std::string_view embedded_launcher(std::string_view name);

}  // namespace pleuel::sweep
