#include "pleuel/integrator/guarded/make_integrator.hpp"

#include "pleuel/integrator/guarded/redundant_constraints.hpp"
#include "pleuel/integrator/guarded/singular_guard.hpp"

namespace pleuel {

std::unique_ptr<Integrator> make_integrator(const IntegratorParts& parts) {
  const Method& method = parts.method;
  const OptionValues& options = parts.options;
  const auto integrate = [&method, &options](Dae& dae, const StepSettings& step) {
    return method.make(dae, step, options);
  };
  if (parts.formulate)
    return std::make_unique<MinimumNormIntegrator>(
        *parts.mechanical, MinimumNormParts{parts.system, parts.formulate, integrate, parts.step});
  const auto make = [&method, &options, &dae = parts.dae, system = parts.system,
                     integrate](const StepSettings& step) {
    return method.is_mechanical() ? method.make_mechanical(system, step, options) : integrate(dae, step);
  };
  const bool is_guarded =
      parts.mechanical != nullptr && parts.mechanical->has_motion() && parts.system->info().n_lambda() > 1;
  if (!is_guarded) return make(parts.step);
  return std::make_unique<SingularGuard>(GuardedParts{*parts.mechanical, parts.system, parts.step, make});
}

}  // namespace pleuel
