// A mechanical system from its consistent start to the end, by any method.
#pragma once

#include <gtest/gtest.h>

#include "pleuel/integrator/method.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {

/// A system under a formulation and a method, started.
struct MethodRun {
  InitialState start;
  std::unique_ptr<MechanicalDae> dae;
  std::unique_ptr<Integrator> integrator;
  double t_end;

  MethodRun(const Kind& k, const std::string& formulation_name, const Method& method, double tolerance)
      : t_end(k.period) {
    const Formulation f = formulation(formulation_name);
    dae = f.make(k.system, OptionValues(f.options, {}));
    start = consistent_initial_state(*k.system, 0, k.q, k.v, k.s);
    integrator = method.make(*dae, {.tolerance = {.rtol = tolerance, .atol = tolerance}},
                             OptionValues(method.options, {}));
    const Vector y = dae->assemble(start.q, start.v, start.a, start.lambda, start.s);
    integrator->start(0, y, dae->derivative(0, y), t_end);
  }

  /// Steps to the end; false, and a test failure that tells why, if a step fails.
  bool finish() {
    while (integrator->t() != t_end) {
      const StepOutcome outcome = integrator->step(t_end);
      if (outcome.is_ok()) continue;
      ADD_FAILURE() << describe(*outcome.failure);
      return false;
    }
    return true;
  }
  Motion end() const { return dae->motion(integrator->t(), integrator->y()); }
};

}  // namespace pleuel::testing
