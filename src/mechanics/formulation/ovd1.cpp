#include "pleuel/mechanics/formulation/ovd1.hpp"

namespace pleuel {

Formulation ovd1() {
  return {.name = "ovd1",
          .title = "overdetermined: position and velocity level",
          .equations = "0 = g,  0 = G v + g_t beside all other rows",
          .options = {},
          .traits = {.rank = 2},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "ovd1",
                                   .constraints = {{.velocity = 1}, {.position = 1}},
                                   .q_rows = Relaxation::range,
                                   .constraint_level = 1,
                                   .index_a = 2};
          }};
}

}  // namespace pleuel
