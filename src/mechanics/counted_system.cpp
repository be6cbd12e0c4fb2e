#include "pleuel/mechanics/counted_system.hpp"

namespace pleuel {

RevolutionState first_revolutions(const SystemInfo& info, double t) {
  RevolutionState state;
  state.t0 = state.t1 = t;
  state.theta0.resize(info.n_angles());
  for (int k = 0; k < info.n_angles(); ++k) state.theta0[k] = info.angles[k].start;
  state.theta1 = state.theta0;
  state.omega1 = Vector::Zero(info.n_angles());
  return state;
}

CountedSystem::CountedSystem(std::shared_ptr<const MechanicalSystem> system, double t)
    : system_(std::move(system)),
      state_(std::make_unique<RevolutionState>(first_revolutions(system_->info(), t))) {}

std::unique_ptr<SystemEvaluator> CountedSystem::make_evaluator() const {
  auto evaluator = system_->make_evaluator();
  evaluator->follow(*state_);
  return evaluator;
}

std::shared_ptr<const MechanicalSystem> counted(std::shared_ptr<const MechanicalSystem> system, double t) {
  if (system == nullptr || system->info().n_angles() == 0 || system->revolutions() != nullptr) return system;
  return std::make_shared<CountedSystem>(std::move(system), t);
}

}  // namespace pleuel
