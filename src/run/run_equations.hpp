// The equations of one run.
#pragma once

#include "pleuel/base/stop_check.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// What a run of a plan changes. A plan is immutable and may be shared by threads. Each run makes
/// its own equations: a DAE with its scratch, and a system that counts the rotations of this run
/// and looks whether the run is to be stopped.
struct RunEquations {
  /// The plan must outlive this.
  explicit RunEquations(const RunPlan& of);

  const RunPlan& plan;
  std::shared_ptr<StopCheck> stop;                 ///< what evaluations look at; a run arms it
  std::shared_ptr<const MechanicalSystem> system;  ///< of a mechanism
  std::unique_ptr<Dae> dae;
  MechanicalDae* mechanical = nullptr;  ///< the same DAE, if it is that of a mechanism
};

}  // namespace pleuel
