#include "pleuel/mechanics/motion_output.hpp"

#include "pleuel/base/own_scratch.hpp"
#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {
namespace {

using System = std::shared_ptr<const MechanicalSystem>;

OwnScratch<SystemEvaluator> evaluator_of(const System& system) {
  return OwnScratch<SystemEvaluator>([system] { return system->make_evaluator(); });
}

MotionOutput energy_output(const System& system, const char* name, double (*part)(const Energy&)) {
  return {name, "J",
          [evaluator = evaluator_of(system), part](const Motion& at) { return part(evaluator->energy(at)); },
          false};
}

}  // namespace

std::vector<MotionOutput> energy_outputs(const System& system) {
  return {energy_output(system, "kinetic_energy", [](const Energy& e) { return e.kinetic; }),
          energy_output(system, "potential_energy", [](const Energy& e) { return e.potential; }),
          energy_output(system, "total_energy", [](const Energy& e) { return e.total(); })};
}

std::vector<MotionOutput> power_outputs(const System& system) {
  const auto evaluator = evaluator_of(system);
  const OwnScratch<PowerBalance> balance([system] { return std::make_unique<PowerBalance>(system->info()); });
  return {
      {"supplied_power", "W",
       [evaluator, balance](const Motion& at) { return balance->at(*evaluator, at).supplied; }},
      {"dissipated_power", "W", [evaluator](const Motion& at) { return evaluator->power(at).dissipated; }}};
}

}  // namespace pleuel
