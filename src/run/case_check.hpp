// What the author of a case forgot, where it would otherwise show as a crash.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The case that a problem builds from settings. Throws InvalidInput for a value out of its domain,
/// InvalidModel for a case that cannot be built or whose parts do not fit together. Settings of
/// other owners are not looked at.
Case checked_case(const Problem& problem, const Settings& settings);

}  // namespace pleuel
