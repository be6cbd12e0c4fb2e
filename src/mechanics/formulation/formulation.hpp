// Description of a formulation.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

namespace pleuel {

/// Properties used to choose defaults. Code never compares names.
struct FormulationTraits {
  /// Among formulations of constrained motion, the default is the one of lowest rank that a method
  /// supports. Formulations that keep all constraint levels come first, those with drift last.
  int rank = 100;
  /// Position among the formulations that the automatic choice tries (docs/choice.md); 0: not
  /// tried.
  int trial = 0;
  std::string merit = {};  ///< why it is chosen, as a clause
  /// default for systems without constraints: the equations are an ODE
  bool is_for_free_motion = false;
};

/// A catalogue entry of a formulation. Its equations are in the comment of its header.
struct Formulation {
  std::string name;
  std::string title;
  std::string equations;  ///< one line: what replaces 0 = g(t,q)
  OptionSpecs options;
  FormulationTraits traits = {};
  /// The rows of equations of motion. Empty for other formulations, which have `build` instead.
  std::function<FormulationRows(const OptionValues&)> rows = {};
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>, const OptionValues&)>
      build = {};

  bool has_motion() const { return rows != nullptr; }

  /// Throws InvalidInput if the formulation does not support the system.
  std::unique_ptr<MechanicalDae> make(std::shared_ptr<const MechanicalSystem> system,
                                      const OptionValues& values) const {
    if (!has_motion()) return build(std::move(system), values);
    return make_motion(std::move(system), values);
  }
  /// Like `make`, for a formulation that has_motion().
  std::unique_ptr<EquationsOfMotion> make_motion(std::shared_ptr<const MechanicalSystem> system,
                                                 const OptionValues& values) const {
    return std::make_unique<EquationsOfMotion>(std::move(system), rows(values));
  }
  /// The info() of the equations that `make` creates; throws the same exceptions.
  DaeInfo describe(const std::shared_ptr<const MechanicalSystem>& system, const OptionValues& values) const {
    if (!has_motion()) return build(system, values)->info();
    return EquationsOfMotion::describe(system->info(), rows(values));
  }
};

}  // namespace pleuel
