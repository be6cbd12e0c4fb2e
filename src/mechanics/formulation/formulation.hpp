// What tells one formulation from another.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

namespace pleuel {

/// What choices ask for that the user leaves open; nobody compares names.
struct FormulationTraits {
  /// Among formulations of constrained motion the one of lowest rank that a method takes is chosen:
  /// those that keep all they can first, those that drift last.
  int rank = 100;
  std::string merit = {};  ///< why it is chosen, as a clause
  /// chosen where nothing is constrained: the equations are an ODE
  bool is_for_free_motion = false;
};

/// A formulation by name, for catalogues. Its equations stand in the comment of its own header.
struct Formulation {
  std::string name;
  std::string title;
  std::string equations;  ///< one line: what stands in place of 0 = g(t,q)
  OptionSpecs options;
  FormulationTraits traits = {};
  /// What tells equations of motion apart; empty for a formulation that is no equation of motion,
  /// which has `build` instead.
  std::function<FormulationRows(const OptionValues&)> rows = {};
  std::function<std::unique_ptr<MechanicalDae>(std::shared_ptr<const MechanicalSystem>, const OptionValues&)>
      build = {};

  bool has_motion() const { return rows != nullptr; }

  /// Throws InvalidInput when the formulation cannot take the system.
  std::unique_ptr<MechanicalDae> make(std::shared_ptr<const MechanicalSystem> system,
                                      const OptionValues& values) const {
    if (!has_motion()) return build(std::move(system), values);
    return make_motion(std::move(system), values);
  }
  /// `make` for a formulation that has_motion().
  std::unique_ptr<EquationsOfMotion> make_motion(std::shared_ptr<const MechanicalSystem> system,
                                                 const OptionValues& values) const {
    return std::make_unique<EquationsOfMotion>(std::move(system), rows(values));
  }
  /// info() of the equations that `make` makes; throws likewise.
  DaeInfo describe(const std::shared_ptr<const MechanicalSystem>& system, const OptionValues& values) const {
    if (!has_motion()) return build(system, values)->info();
    return EquationsOfMotion::describe(system->info(), rows(values));
  }
};

}  // namespace pleuel
