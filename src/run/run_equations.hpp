// The equations of one run.
#pragma once

#include "pleuel/base/stop_check.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

class LinearSolvers;

/// The mutable part of a run. A plan is immutable and may be shared by threads. Each run creates
/// its own equations: a DAE with scratch memory, and a system that counts the revolutions of this
/// run and can be stopped.
struct RunEquations {
  /// The plan must outlive this object.
  explicit RunEquations(const RunPlan& of);

  const RunPlan& plan;
  std::shared_ptr<StopCheck> stop;                 ///< checked by every evaluation; armed by a run
  std::shared_ptr<const MechanicalSystem> system;  ///< null for a plain DAE
  std::shared_ptr<LinearSolvers> solvers;          ///< of the system; null for a plain DAE
  std::unique_ptr<Dae> dae;
  MechanicalDae* mechanical = nullptr;  ///< the same DAE, if it belongs to a mechanism
};

}  // namespace pleuel
