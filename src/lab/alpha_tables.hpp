// The tables of the α-method paper compared with new measurements.
#pragma once

#include "pleuel/lab/series_runs.hpp"

namespace pleuel {

/// [YPR98, Table 1]: remaining energy of the bushing, and the largest step that converges.
TableReport bushing_table(SeriesRuns& runs);
/// [YPR98, Table 2]: the largest step of the flexible slider crank that converges.
TableReport flexible_crank_table(SeriesRuns& runs);

}  // namespace pleuel
