// Executes a run request.
#pragma once

#include <atomic>

#include "pleuel/run/catalogue.hpp"
#include "pleuel/run/run_checkpoints.hpp"
#include "pleuel/run/run_equations.hpp"
#include "pleuel/run/run_observer.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// The observer of a run, its checkpoints and its stop flag; all are optional.
struct RunWatch {
  RunObserver* observer = nullptr;
  /// keeps the state at marks, and continues a run that was interrupted
  RunCheckpoints* checkpoints = nullptr;
  /// checked after each step, and within steps about every 5 ms
  const std::atomic<bool>* stop = nullptr;
};

/// Checks the request, makes the initial values consistent, integrates, and compares with the
/// reference.
///
/// Throws
/// - InvalidInput for an invalid request, or for checkpoints of a method that cannot be saved,
/// - StateMismatch (base/state_stream.hpp) if a saved state belongs to another run,
/// - InvalidModel for a case that cannot be built,
/// - RedundantConstraints (mechanics/constraint_choice.hpp) if constraints are redundant and that
///   is not allowed,
/// - NoConsistentState (mechanics/initial_values.hpp) if the start cannot be made consistent or the
///   model throws there.
///
/// After that, every end is a result, and the observer has received what was computed: a failure of
/// the integrator, an exception of the model, a stop, the wall-time limit (`timeout`, also in
/// repetitions), or an observer that throws (`lost_output`). A stop while the start is computed is
/// also a result; its y is NaN and the observer is not called. Only a factorisation is not
/// interrupted (docs/results.md). std::bad_alloc is passed on.
///
/// cpu_seconds covers only the integrator. With `repeat` > 1 the run is repeated without an
/// observer and the smallest time counts; otherwise it is the sum over the steps.
[[nodiscard]] RunResult run(const Catalogue& catalogue, const RunRequest& request,
                            const RunWatch& watch = {});

/// The same for a checked request. Several threads may run one plan.
[[nodiscard]] RunResult run(const RunPlan& plan, const RunWatch& watch = {});

/// The same with equations created for this run; they keep the final state.
[[nodiscard]] RunResult run(const RunEquations& of, const RunWatch& watch = {});

/// Only the integration of a valid plan, without an observer: its processor time, or empty if it
/// failed, was stopped or exceeded the time limit. Used to interleave repetitions of several runs.
[[nodiscard]] std::optional<double> timed_run(const RunPlan& plan, const RunWatch& watch = {});

}  // namespace pleuel
