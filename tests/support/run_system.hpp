// A mechanical system from its consistent start to the end, by Radau IIA.
#pragma once

#include <gtest/gtest.h>

#include "pleuel/integrator/radau/radau_iia.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "support/looped.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {

inline Formulation formulation(const std::string& name) {
  for (const Formulation& f : formulation_catalogue())
    if (f.name == name) return f;
  throw std::invalid_argument("no formulation is called " + name);
}

/// A system under a formulation and an integrator, started.
struct SystemRun {
  InitialState start;
  std::unique_ptr<MechanicalDae> dae;
  std::unique_ptr<Integrator> radau;
  double t_end;

  SystemRun(const Kind& k, const std::string& formulation_name, double tolerance, double end)
      : SystemRun(k, formulation_name, {.tolerance = {.rtol = tolerance, .atol = tolerance}}, end) {}

  SystemRun(const Kind& k, const std::string& formulation_name, const StepSettings& settings, double end)
      : t_end(end) {
    const Formulation f = formulation(formulation_name);
    dae = f.make(k.system, OptionValues(f.options, {}));
    start = dae->consistent_start(0, k.q, k.v, k.s);
    radau = std::make_unique<Looped<RadauIIA>>(*dae, settings, RadauOptions{});
    const Vector y = dae->assemble(start.q, start.v, start.a, start.lambda, start.s);
    radau->start(0, y, dae->derivative(0, y), t_end);
  }

  /// Steps to the end; false, and a test failure that tells why, if a step fails.
  bool finish(MotionMonitor* monitor = nullptr) {
    while (radau->t() != t_end) {
      const StepOutcome outcome = radau->step(t_end);
      if (!outcome.is_ok()) {
        ADD_FAILURE() << describe(*outcome.failure);
        return false;
      }
      if (monitor != nullptr) monitor->record(radau->t(), radau->y(), radau->dense_output());
    }
    return true;
  }
  MotionMonitor monitor(const Kind& k) const {
    return {k.system, 0, start.q, start.v, start.a, start.lambda, start.s};
  }
  Motion end() const { return dae->motion(radau->t(), radau->y()); }
};

}  // namespace pleuel::testing
