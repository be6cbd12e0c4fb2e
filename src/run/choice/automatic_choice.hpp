// Chooses formulation and method by short pilot runs.
#pragma once

#include <memory>

#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Completes a plan whose formulation or method is open. `made` has the defaults of lowest rank and
/// the case as it was built (RunPlan::built).
///
/// A motion is integrated for some steps with an implicit method under a formulation of index 1,
/// whose error test covers all unknowns, and with an explicit method unless its stability limit
/// alone makes it slower (FastestRates). WorkModel turns their counts of work into predicted times;
/// the clock is never read. The cheaper one is taken. Then
///
/// - a formulation of index 2 replaces that of index 1 if resolving all accelerations takes more
///   than twenty times as long, and a noticeable time: fast oscillations of small amplitude, which
///   the tolerance does not ask for. This is decided again during the run (IndexChange);
/// - a formulation that drifts is only taken if its predicted drift at the end stays below the
///   tolerance. Prediction: the drift of the pilot, or that of errors of a tenth of the tolerance
///   in each step, if this is more, extrapolated linearly at velocity level, quadratically at
///   acceleration level, and up to its limit with Baumgarte's stabilisation.
///
/// Pilots together may take half a millisecond, or four per cent of the predicted run. The steps of
/// the pilot that is taken are kept. Equilibria, plain DAEs and constant steps have no pilots.
RunPlan automatic_plan(const Catalogue& catalogue, RunPlan made);

}  // namespace pleuel
