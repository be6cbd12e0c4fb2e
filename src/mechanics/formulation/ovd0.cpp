#include "pleuel/mechanics/formulation/ovd0.hpp"

namespace pleuel {

Formulation ovd0() {
  return {.name = "ovd0",
          .title = "overdetermined: position, velocity and acceleration level",
          .equations = "0 = g,  0 = G v + g_t,  0 = G a + γ beside all other rows",
          .options = {},
          .traits = {.rank = 4},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "ovd0",
                                   .constraints = {{.acceleration = 1}, {.velocity = 1}, {.position = 1}},
                                   .q_rows = Relaxation::range,
                                   .v_rows = Relaxation::range};
          }};
}

}  // namespace pleuel
