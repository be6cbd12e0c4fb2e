#include "pleuel/mechanics/formulation/ggl1.hpp"

namespace pleuel {

Formulation ggl1() {
  return {.name = "ggl1",
          .title = "Gear, Gupta, Leimkuhler: position and velocity level, index 2",
          .equations = "q̇ = H v − g_qᵀ η,  0 = g,  0 = G v + g_t",
          .options = {},
          .traits = {.rank = 1,
                     .trial = 4,
                     .merit = "keeps the constraints at position and velocity level, so nothing drifts"},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "ggl1",
                                   .constraints = {{.velocity = 1}, {.position = 1}},
                                   .q_rows = Relaxation::unknown,
                                   .constraint_level = 1,
                                   .index_a = 2};
          }};
}

}  // namespace pleuel
