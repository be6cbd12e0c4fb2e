// Observed orders of every pair beside theory.
#pragma once

#include "pleuel/lab/series_runs.hpp"

namespace pleuel {

/// Orders of q, v and λ on the pendulum to 1.3 s with constant steps, for each implicit method of a
/// fixed order and each formulation. Theory [HW96, VII.3 and VII.4; HLR89]: with s stages Radau IIA
/// has orders 2s − 1 at index 1; 2s − 1, 2s − 1, s at index 2; 2s − 1, s, s − 1 at index 3. BDF
/// keeps its order. MEBDF loses one order of λ at index 2 and two at index 3. The orders of the
/// block methods are known at index 1.
TableReport order_table(SeriesRuns& runs);

}  // namespace pleuel
