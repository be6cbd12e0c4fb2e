// Creates a method with the guards that its equations need.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/method.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// The parts of an integrator. All references must outlive it.
struct IntegratorParts {
  const Method& method;
  const OptionValues& options;
  StepSettings step;
  Dae& dae;
  /// the same DAE, if it belongs to a mechanism
  MechanicalDae* mechanical = nullptr;
  std::shared_ptr<const MechanicalSystem> system = {};  ///< if it is a mechanism
  /// Given if constraints may be redundant: creates the equations with a subset of the constraints.
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>)> formulate = {};
};

/// Creates the method on the DAE, or on the mechanism if the method requires it, wrapped in
///
/// - MinimumNormIntegrator if constraints may be redundant,
/// - SingularGuard if a motion has several constraints, which can become dependent.
std::unique_ptr<Integrator> make_integrator(const IntegratorParts& parts);

}  // namespace pleuel
