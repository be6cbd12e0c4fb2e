// The multiplier that is known least.
#pragma once

#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// Its name and unit, and the estimate of its error; nothing where there is no estimate.
std::optional<Output> worst_reaction(const RunResult& result);

}  // namespace pleuel
