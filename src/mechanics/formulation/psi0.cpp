#include "pleuel/mechanics/formulation/psi0.hpp"

namespace pleuel {

Formulation psi0() {
  return {.name = "psi0",
          .title = "projected: position, velocity and acceleration level, index 1",
          .equations = "P_q (q̇ − H v) = 0,  P_v (v̇ − a) = 0,  0 = g,  0 = G v + g_t,  0 = G a + γ",
          .options = {},
          .traits = {.rank = 5},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "psi0",
                                   .constraints = {{.acceleration = 1}, {.velocity = 1}, {.position = 1}},
                                   .q_rows = Relaxation::projection,
                                   .v_rows = Relaxation::projection};
          }};
}

}  // namespace pleuel
