// From a request to a result.
#pragma once

#include <atomic>

#include "pleuel/run/catalogue.hpp"
#include "pleuel/run/run_equations.hpp"
#include "pleuel/run/run_observer.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// Who looks at a run and who may stop it; either may be absent.
struct RunWatch {
  RunObserver* observer = nullptr;
  /// looked at after each step, and within steps about every 5 ms
  const std::atomic<bool>* stop = nullptr;
};

/// Checks the request, makes the initial values consistent, integrates, compares with the
/// reference.
///
/// Throws InvalidInput for a wrong request, InvalidModel for a case that cannot be built,
/// RedundantConstraints (mechanics/constraint_choice.hpp) where constraints repeat each other and
/// that is not allowed, NoConsistentState (mechanics/initial_values.hpp) when the start cannot be
/// made consistent or the model throws there. From then on every end is a result, and what was
/// computed up to there has been given to the observer: a failure of the integrator, an exception
/// of the model, a stop, the wall-time limit (`timeout`, looked at like a stop, also in
/// repetitions), an observer that throws (`lost_output`). A stop while the start is computed is a
/// result too, whose y is NaN; the observer hears nothing of it then. Only a factorisation is not
/// interrupted (docs/results.md). std::bad_alloc passes through.
///
/// cpu_seconds counts the integrator alone. With `repeat` > 1 the run is done so many times more
/// without an observer, and the smallest time counts; otherwise the times of the single steps are
/// added.
[[nodiscard]] RunResult run(const Catalogue& catalogue, const RunRequest& request,
                            const RunWatch& watch = {});

/// The same for a request that has been checked already. Threads may run one plan at a time.
[[nodiscard]] RunResult run(const RunPlan& plan, const RunWatch& watch = {});

/// The same with equations made for this run, which keep the state that it ends in.
[[nodiscard]] RunResult run(const RunEquations& of, const RunWatch& watch = {});

/// Nothing but the integration of a plan that is known to run, unobserved: its processor time, or
/// nothing when it failed, was stopped or came too late. For whoever interleaves the repetitions of
/// several runs.
[[nodiscard]] std::optional<double> timed_run(const RunPlan& plan, const RunWatch& watch = {});

}  // namespace pleuel
