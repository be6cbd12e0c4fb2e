// A system whose angles are counted along a run.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The same system with a TurnState: every evaluator that it makes follows this state, so nothing
/// in a run can miss it. Each run has its own.
class CountedSystem final : public MechanicalSystem {
 public:
  CountedSystem(std::shared_ptr<const MechanicalSystem> system, double t);

  const SystemInfo& info() const override { return system_->info(); }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  TurnState* turns() const override { return state_.get(); }
  const MechanicalSystem& core() const override { return system_->core(); }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  std::unique_ptr<TurnState> state_;
};

/// At the time t, with the angles at which the system starts.
TurnState first_turns(const SystemInfo& info, double t);

/// The system with a TurnState of its own that begins at t; the system itself where it counts no
/// angles, or has one already; nothing where there is no system.
std::shared_ptr<const MechanicalSystem> counted(std::shared_ptr<const MechanicalSystem> system, double t);

}  // namespace pleuel
