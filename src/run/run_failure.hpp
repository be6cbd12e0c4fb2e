// Failures that show outside the integrator.
#pragma once

#include <string>

#include "pleuel/dae/failure.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// "t = 1.5".
std::string at_time(double t);

/// The text of the exception in flight; call it in a handler only.
std::string thrown_text();

/// A failure of this kind at t, with the names of the plan's formulation and method.
Failure failure_at(const RunPlan& plan, FailureKind kind, double t, std::string what);

/// The exception in flight as a failure: a domain left, no consistent state, or a user's exception.
Failure thrown_failure(const RunPlan& plan, double t);

}  // namespace pleuel
