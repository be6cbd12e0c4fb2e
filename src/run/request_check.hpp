// Checks numbers and times of a request.
#pragma once

#include "pleuel/problem/problem.hpp"
#include "pleuel/run/faults.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// Faults that can be found without a case.
Faults faults_of_numbers(const RunRequest& request);

/// Faults of the end time and the sampling of a run of this case.
Faults faults_of_times(const RunRequest& request, const Case& problem_case, double t_end);

/// Checks only the common tolerances, if there are no unknowns yet.
Faults faults_of_tolerance(const ToleranceRequest& tolerance);

}  // namespace pleuel
