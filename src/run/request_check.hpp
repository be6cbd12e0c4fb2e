// Numbers and times of a request.
#pragma once

#include "pleuel/problem/problem.hpp"
#include "pleuel/run/faults.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

/// Values that can be checked without a case.
Faults faults_of_numbers(const RunRequest& request);

/// The end and the sampling of a run of this case.
Faults faults_of_times(const RunRequest& request, const Case& problem_case, double t_end);

/// The common tolerances only, for when there are no unknowns yet to check the others against.
Faults faults_of_tolerance(const ToleranceRequest& tolerance);

}  // namespace pleuel
