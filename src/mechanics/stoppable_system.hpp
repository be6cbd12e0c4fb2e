// A system whose evaluation can be stopped.
#pragma once

#include "pleuel/base/stop_check.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {

/// The same system; each evaluation first checks StopCheck. Initial values, steps and difference
/// quotients all evaluate the system, so each of them can be stopped between two evaluations.
class StoppableSystem final : public MechanicalSystem, public SolverOwner {
 public:
  StoppableSystem(std::shared_ptr<const MechanicalSystem> system, std::shared_ptr<StopCheck> check)
      : system_(std::move(system)), check_(std::move(check)) {}

  const SystemInfo& info() const override { return system_->info(); }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  RevolutionState* revolutions() const override { return system_->revolutions(); }
  std::shared_ptr<LinearSolvers> solvers() const override { return solvers_of(*system_); }
  const MechanicalSystem& core() const override { return system_->core(); }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  std::shared_ptr<StopCheck> check_;
};

}  // namespace pleuel
