// A method with the guards that its equations need.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/method.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// What an integrator is composed of. All references must outlive it.
struct IntegratorParts {
  const Method& method;
  const OptionValues& options;
  StepSettings step;
  Dae& dae;
  /// the same DAE, if it is that of a mechanism
  MechanicalDae* mechanical = nullptr;
  std::shared_ptr<const MechanicalSystem> system = {};  ///< of a mechanism
  /// Given where constraints may be redundant: the equations with some of the constraints only.
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>)> formulate = {};
};

/// The method on the DAE, or on the mechanism if that is what it takes. Around it stands
///
/// - MinimumNormIntegrator where constraints may be redundant,
/// - SingularGuard where a motion has several constraints, which can become dependent.
std::unique_ptr<Integrator> make_integrator(const IntegratorParts& parts);

}  // namespace pleuel
