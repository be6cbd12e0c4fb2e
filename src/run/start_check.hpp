// Checks the start of a run.
#pragma once

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// Fills the results of check_case for the start of a plain DAE.
void check_plain_start(const Catalogue& catalogue, const CaseRequest& request, const Case& c,
                       CheckResult& result);

/// Fills the results of check_case for the start of a mechanism.
void check_mechanism_start(const CaseRequest& request, const Problem& problem, const Case& c,
                           CheckResult& result);

}  // namespace pleuel
