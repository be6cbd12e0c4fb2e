// Reference digits for a case of a study that has none of its own.
#pragma once

#include <optional>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_pairs.hpp"

namespace pleuel {

/// Gives the case of a pair digits for its settings and end time: the end of a run whose tolerance
/// is a hundredth of the smallest one asked for, and which a second run by another formulation and
/// method confirms (ReferenceSearch). They go into the problem in `catalogue`. Components of scd
/// are q and v (all unknowns of a plain DAE) as far as they are no smaller than a thousandth of the
/// largest of their group and unit; mescd takes λ too. A case without two such runs stays without
/// digits.
///
/// Nothing where the case has digits of its own, or where the search was stopped.
std::optional<StudyReference> add_reference(Catalogue& catalogue, const StudyRequest& request,
                                            const StudyWatch& watch, const StudyPair& pair);

}  // namespace pleuel
