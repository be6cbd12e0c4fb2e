// Faults of a request, collected so that all are stated at once.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"

namespace pleuel {

using Faults = std::vector<std::string>;

/// A fault that two checks find is stated once.
inline void append(Faults& faults, const Faults& more) {
  for (const auto& fault : more) {
    if (std::find(faults.begin(), faults.end(), fault) == faults.end()) faults.push_back(fault);
  }
}

/// Does `work`; what the user did wrong in it is added to `faults`.
template <class Work>
void collecting(Faults& faults, Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
}

}  // namespace pleuel
