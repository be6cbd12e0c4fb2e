#include "pleuel/mechanics/formulation/psi1.hpp"

namespace pleuel {

Formulation psi1() {
  return {.name = "psi1",
          .title = "projected: position and velocity level, index 2",
          .equations = "P_q (q̇ − H v) = 0,  0 = g,  0 = G v + g_t",
          .options = {},
          .traits = {.rank = 3},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "psi1",
                                   .constraints = {{.velocity = 1}, {.position = 1}},
                                   .q_rows = Relaxation::projection,
                                   .constraint_level = 1,
                                   .index_a = 2};
          }};
}

}  // namespace pleuel
