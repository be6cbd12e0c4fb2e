// What the author of a case forgot, where it would otherwise show as a crash.
#pragma once

#include "pleuel/problem/problem.hpp"
#include "pleuel/run/faults.hpp"

namespace pleuel {

/// Ways in which the parts of a case do not fit together.
Faults faults_of_case(const Case& c);

/// The case that a problem builds from settings. Throws InvalidInput for a value out of its domain,
/// InvalidModel for a case that cannot be built or whose parts do not fit together. Settings of
/// other owners are not looked at.
Case checked_case(const Problem& problem, const Settings& settings);

}  // namespace pleuel
