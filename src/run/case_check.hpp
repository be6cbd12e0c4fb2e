// Checks a case for mistakes of its author that would otherwise crash a run.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The case that a problem builds from settings. Throws InvalidInput for an invalid value, and
/// InvalidModel for a case that cannot be built or is inconsistent. Other settings are ignored.
Case checked_case(const Problem& problem, const Settings& settings);

}  // namespace pleuel
