// Saves the state of a run and continues from it.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// Keeps the state of a run at its marks.
///
/// Factors, pivots and old Jacobians are not saved. A run with checkpoints discards them at marks,
/// every `steps_per_mark` accepted steps, exactly as a run that continues from there. The marks
/// depend on counts only. A clock or a signal decides which of them is written, so interrupted and
/// uninterrupted runs with checkpoints agree in every bit.
class RunCheckpoints {
 public:
  virtual ~RunCheckpoints() = default;

  /// The state from which the run continues; empty: it begins at its start. The observer has then
  /// received all that came before.
  virtual const std::optional<StateReader>& saved() const = 0;
  /// The events before the saved state.
  virtual std::vector<RunEvent> events() const = 0;

  /// The run has reached a mark at t. `state` may be swapped with another writer.
  virtual void mark(double t, StateWriter& state, const std::vector<RunEvent>& events) = 0;
  /// The run has ended; an interrupted one may be continued from its last mark.
  virtual void end(const RunResult& result) = 0;
};

/// Accepted steps between two marks: one Jacobian more in about a hundred.
long steps_per_mark(const RunPlan& plan);

/// Throws InvalidInput with the reason if the plan's method cannot be saved.
void check_checkpoints(const RunPlan& plan);

}  // namespace pleuel
