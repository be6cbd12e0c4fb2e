// Collects the faults of a request, so that all are reported at once.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"

namespace pleuel {

using Faults = std::vector<std::string>;

/// Appends faults; duplicates are omitted.
inline void append(Faults& faults, const Faults& more) {
  for (const auto& fault : more) {
    if (std::find(faults.begin(), faults.end(), fault) == faults.end()) faults.push_back(fault);
  }
}

/// Calls `work` and adds the user's mistakes to `faults`.
template <class Work>
void collecting(Faults& faults, Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
}

}  // namespace pleuel
