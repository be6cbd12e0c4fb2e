// Checks the settings of a run and assigns them to their owners.
#pragma once

#include "pleuel/run/faults.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

class LinearSolvers;

/// The sparse solvers that the settings ask for. Throws InvalidInput if they cannot be used.
std::shared_ptr<LinearSolvers> solvers_of(const Settings& settings);

/// Step settings from the request.
StepSettings step_settings(const RunRequest& request);

/// Reports unknown, ambiguous and unused settings, and sets the options of the method.
void check_settings(const Catalogue& catalogue, RunPlan& plan, Faults& faults);

}  // namespace pleuel
