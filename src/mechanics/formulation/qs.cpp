#include "pleuel/mechanics/formulation/qs.hpp"

#include "pleuel/mechanics/formulation/static_equations.hpp"

namespace pleuel {

Formulation qs() {
  return {.name = "qs",
          .title = "quasi-static: equilibria, and internal states that creep",
          .equations = "0 = f(t,q,0,s) − Gᵀλ,  0 = g,  ṡ = σ(t,q,0,s)",
          .options = {},
          .build = [](std::shared_ptr<const MechanicalSystem> system, const OptionValues&) {
            return std::make_unique<StaticEquations>(std::move(system));
          }};
}

}  // namespace pleuel
