#include "pleuel/integrator/bdf/bdf.hpp"

namespace pleuel {

Attempt Bdf::solve(const Trial& trial) {
  begin_stage(trial.t_new, newton_);
  Attempt result = solve_stage(trial.t_new, newton_);
  if (newton_.iterations() == 1 && tests_like_newton()) e_norm_ = largest_increment_;
  return result;
}

std::unique_ptr<StepMethod> Bdf::sibling(const StepSettings& settings, const BdfOptions& options) const {
  return std::make_unique<Bdf>(dae_, settings, options);
}

}  // namespace pleuel
