// The least accurate multiplier.
#pragma once

#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// Its name, unit and estimated error; empty if there is no estimate.
std::optional<Output> worst_reaction(const RunResult& result);

}  // namespace pleuel
