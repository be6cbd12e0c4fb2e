// Computes reference digits for a case of a study that has none.
#pragma once

#include <optional>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_pairs.hpp"

namespace pleuel {

/// Adds digits for the settings and end time of a pair to its problem in `catalogue`: the end of a
/// run with a hundredth of the smallest requested tolerance, confirmed by a second run with another
/// formulation and method (ReferenceSearch). Components of scd are those q and v (all unknowns of a
/// plain DAE) that are at least a thousandth of the largest of their group and unit; mescd also
/// includes λ. Without two such runs, the case gets no digits.
///
/// Empty if the case has its own digits, or if the search was stopped.
std::optional<StudyReference> add_reference(Catalogue& catalogue, const StudyRequest& request,
                                            const StudyWatch& watch, const StudyPair& pair);

}  // namespace pleuel
