// A system whose angles are counted during a run.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The same system with a RevolutionState. All its evaluators follow this state. Each run has its
/// own instance.
class CountedSystem final : public MechanicalSystem {
 public:
  CountedSystem(std::shared_ptr<const MechanicalSystem> system, double t);

  const SystemInfo& info() const override { return system_->info(); }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  RevolutionState* revolutions() const override { return state_.get(); }
  const MechanicalSystem& core() const override { return system_->core(); }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  std::unique_ptr<RevolutionState> state_;
};

/// The initial state at time t, with the angles at the system's start.
RevolutionState first_revolutions(const SystemInfo& info, double t);

/// Wraps the system with a RevolutionState that starts at t. Returns the system itself if it counts
/// no angles or already has a RevolutionState, and null for null.
std::shared_ptr<const MechanicalSystem> counted(std::shared_ptr<const MechanicalSystem> system, double t);

}  // namespace pleuel
