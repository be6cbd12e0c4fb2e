#include "pleuel/run/run_equations.hpp"

#include "pleuel/dae/stoppable_dae.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/stoppable_system.hpp"

namespace pleuel {
namespace {

// The unknowns q, v, a, λ, s under the name of equations that a method brings.
std::unique_ptr<MechanicalDae> bare_motion(const std::string& name,
                                           std::shared_ptr<const MechanicalSystem> system) {
  FormulationRows rows{.name = name, .constraints = {{.velocity = 1}}};
  rows.constraint_level = 1;
  rows.index_a = 2;
  return std::make_unique<EquationsOfMotion>(std::move(system), rows);
}

}  // namespace

std::unique_ptr<MechanicalDae> make_mechanical_dae(const RunPlan& plan,
                                                   std::shared_ptr<const MechanicalSystem> system) {
  if (plan.method->is_mechanical()) return bare_motion(plan.names.formulation.name, std::move(system));
  return plan.formulation->make(std::move(system),
                                OptionValues(plan.formulation->options, plan.request.settings));
}

RunEquations::RunEquations(const RunPlan& of) : plan(of), stop(std::make_shared<StopCheck>()) {
  const Case& c = plan.problem_case;
  if (c.is_plain()) {
    dae = std::make_unique<StoppableDae>(c.dae(), stop);
    return;
  }
  system = std::make_shared<StoppableSystem>(counted(c.system, c.t_begin), stop);
  auto made = make_mechanical_dae(plan, system);
  mechanical = made.get();
  dae = std::move(made);
}

}  // namespace pleuel
