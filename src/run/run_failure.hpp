// Failures that occur outside the integrator.
#pragma once

#include <string>

#include "pleuel/dae/failure.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// "t = 1.5".
std::string at_time(double t);

/// The text of the current exception; call it only in a handler.
std::string thrown_text();

/// A failure of this kind at t, with formulation and method of the plan.
Failure failure_at(const RunPlan& plan, FailureKind kind, double t, std::string what);

/// Converts the current exception to a failure: domain left, no consistent state, or a user's
/// exception.
Failure thrown_failure(const RunPlan& plan, double t);

}  // namespace pleuel
