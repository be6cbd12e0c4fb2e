// Memory of this process and of the machine.
#pragma once

#include <optional>

namespace pleuel {

/// Largest memory of this process so far in bytes; 0 if the system does not tell.
double peak_memory();

/// Memory in bytes that this process may still take: what the machine has available, or less if the
/// process has a limit (control group, ulimit -v). Empty if the system does not tell.
std::optional<double> available_memory();

}  // namespace pleuel
