// What tells one formulation from another.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// A formulation by name, for catalogues. Its equations stand in the comment of its own header.
struct Formulation {
  std::string name;
  std::string title;
  std::string equations;  ///< one line: what stands in place of 0 = g(t,q)
  OptionSpecs options;
  std::function<FormulationRows(const OptionValues&)> rows;

  std::unique_ptr<MechanicalDae> make(std::shared_ptr<const MechanicalSystem> system,
                                      const OptionValues& values) const {
    return std::make_unique<MechanicalDae>(std::move(system), rows(values));
  }
};

}  // namespace pleuel
