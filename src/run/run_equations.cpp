#include "pleuel/run/run_equations.hpp"

#include "pleuel/run/case_equations.hpp"

namespace pleuel {

RunEquations::RunEquations(const RunPlan& of) : plan(of), stop(std::make_shared<StopCheck>()) {
  plan.equations->make(*this);
}

}  // namespace pleuel
