// Settings of a run, and who owns them.
#pragma once

#include "pleuel/run/faults.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Options of the steps as the settings of the request say them.
StepSettings step_settings(const RunRequest& request);

/// Unknown, ambiguous and idle settings; fills in the options of the method.
void check_settings(const Catalogue& catalogue, RunPlan& plan, Faults& faults);

}  // namespace pleuel
