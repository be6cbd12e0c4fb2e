// The published run of an explicit method compared with a new measurement.
#pragma once

#include "pleuel/lab/series_runs.hpp"

namespace pleuel {

/// Steps of MDOP5 on the slider crank, from initial values close to the smooth motion
/// [MM08, II.19].
TableReport explicit_crank_table(SeriesRuns& runs);

}  // namespace pleuel
