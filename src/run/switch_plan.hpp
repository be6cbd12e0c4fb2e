// Switching times of a model before the run.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Adds the switching times of the case's formulas to its breakpoints, as far as they are found
/// with a bounded effort (`RunPlan::switches_known_until`); the run finds the others as it goes.
/// Returns a sentence for each driver that jumps at a breakpoint inside the run.
std::vector<std::string> collect_switches(RunPlan& plan);

/// Sentences for the drivers that jump there.
std::vector<std::string> driver_jumps(const RunPlan& plan, const Breakpoint& at);

}  // namespace pleuel
