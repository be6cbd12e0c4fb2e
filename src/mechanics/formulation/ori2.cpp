#include "pleuel/mechanics/formulation/ori2.hpp"

namespace pleuel {

Formulation ori2() {
  return {.name = "ori2",
          .title = "original equations, index 3",
          .equations = "0 = g(t,q)",
          .options = {},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "ori2",
                                   .constraints = {{.position = 1}},
                                   .constraint_level = 2,
                                   .index_v = 2,
                                   .index_a = 3};
          }};
}

}  // namespace pleuel
