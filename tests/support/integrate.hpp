// Runs an integrator to the end, for tests.
#pragma once

#include <gtest/gtest.h>

#include "pleuel/integrator/integrator.hpp"
#include "support/test_daes.hpp"

namespace pleuel {

/// Steps until t_end; the failure if there is one.
inline std::optional<Failure> integrate(Integrator& integrator, double t_end) {
  while (integrator.t() != t_end) {
    StepOutcome outcome = integrator.step(t_end);
    if (!outcome.is_ok()) return std::move(outcome.failure);
  }
  return {};
}

inline std::optional<Failure> integrate(Integrator& integrator, const SolvedDae& problem, double t,
                                        double t_end) {
  const Vector y = problem.y(t), ydot = problem.ydot(t);
  integrator.start(t, view(y), view(ydot), t_end);
  return integrate(integrator, t_end);
}

}  // namespace pleuel
