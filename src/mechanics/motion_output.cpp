#include "pleuel/mechanics/motion_output.hpp"

#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {
namespace {

/// An evaluator that keeps its system alive.
std::shared_ptr<SystemEvaluator> evaluator_of(const std::shared_ptr<const MechanicalSystem>& system) {
  return {system->make_evaluator().release(), [system](SystemEvaluator* evaluator) { delete evaluator; }};
}

}  // namespace

std::vector<MotionOutput> energy_outputs(const std::shared_ptr<const MechanicalSystem>& system) {
  const auto evaluator = evaluator_of(system);
  return {
      {"kinetic_energy", "J", [evaluator](const Motion& at) { return evaluator->energy(at).kinetic; }, false},
      {"potential_energy", "J", [evaluator](const Motion& at) { return evaluator->energy(at).potential; }, false},
      {"total_energy", "J", [evaluator](const Motion& at) { return evaluator->energy(at).total(); }, false}};
}

std::vector<MotionOutput> power_outputs(const std::shared_ptr<const MechanicalSystem>& system) {
  const auto evaluator = evaluator_of(system);
  const auto balance = std::make_shared<PowerBalance>(system->info());
  return {
      {"supplied_power", "W",
       [evaluator, balance](const Motion& at) { return balance->at(*evaluator, at).supplied; }},
      {"dissipated_power", "W", [evaluator](const Motion& at) { return evaluator->power(at).dissipated; }}};
}

}  // namespace pleuel
