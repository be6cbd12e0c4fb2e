// Reference digits for the cases of a study that have none of their own.
#pragma once

#include <vector>

#include "pleuel/lab/study.hpp"

namespace pleuel {

/// The catalogue, in which each case of the request without digits for these settings and this end time
/// has them: the end of a run whose tolerance is a hundredth of the smallest one asked for, and which a
/// second run by another formulation and method confirms (ReferenceSearch). Components of scd are q and
/// v (all unknowns of a plain DAE) as far as they are no smaller than a thousandth of the largest of their
/// group and unit; mescd takes λ too. A case without two such runs stays without digits. What was found
/// is appended to `references`.
Catalogue with_references(const Catalogue& catalogue, const StudyRequest& request, const StudyWatch& watch,
                          std::vector<StudyReference>& references);

}  // namespace pleuel
