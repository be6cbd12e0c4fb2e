// Finds the switching times of a model before the run.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Adds the switching times of the case's formulas to its breakpoints, as far as they are found
/// with limited effort (`RunPlan::switches_known_until`). The run finds the others. Returns one
/// sentence per driver that jumps at a breakpoint inside the run.
std::vector<std::string> collect_switches(RunPlan& plan);

/// One sentence per driver that jumps there.
std::vector<std::string> driver_jumps(const RunPlan& plan, const Breakpoint& at);

}  // namespace pleuel
