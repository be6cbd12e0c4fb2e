#include "pleuel/mechanics/formulation/rcd1.hpp"

namespace pleuel {

Formulation rcd1() {
  return {.name = "rcd1",
          .title = "constraint differentiated once, index 2",
          .equations = "0 = G v + g_t",
          .options = {},
          .traits = {.rank = 7, .trial = 3},
          .rows = [](const OptionValues&) {
            return FormulationRows{
                .name = "rcd1", .constraints = {{.velocity = 1}}, .constraint_level = 1, .index_a = 2};
          }};
}

}  // namespace pleuel
