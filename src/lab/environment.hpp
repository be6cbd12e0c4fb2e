// Where and with what a measurement was made.
#pragma once

#include <string>

namespace pleuel {

/// Two measurements of time can be compared only where all of these agree.
struct Environment {
  std::string version;   ///< of Pleuel
  std::string compiler;  ///< e.g. "GCC 12.2.0"
  std::string flags;     ///< those that change the code made
  std::string cpu;       ///< the model's name
  int cores = 0;         ///< logical processors of the machine

  bool operator==(const Environment&) const = default;
};

Environment this_environment();

}  // namespace pleuel
