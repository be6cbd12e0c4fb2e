// The environment of a measurement.
#pragma once

#include <string>

namespace pleuel {

/// Times are comparable only if all of these agree.
struct Environment {
  std::string version;   ///< of Pleuel
  std::string compiler;  ///< e.g. "GCC 12.2.0"
  std::string flags;     ///< those that affect the generated code
  std::string cpu;       ///< the model's name
  int cores = 0;         ///< logical processors of the machine

  bool operator==(const Environment&) const = default;
};

Environment this_environment();

}  // namespace pleuel
