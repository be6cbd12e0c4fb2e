#include "pleuel/mechanics/formulation/rcd0.hpp"

namespace pleuel {

Formulation rcd0() {
  return {.name = "rcd0",
          .title = "constraint differentiated twice, index 1",
          .equations = "0 = G a + γ",
          .options = {},
          .traits = {.rank = 8, .trial = 1, .is_for_free_motion = true},
          .rows = [](const OptionValues&) {
            return FormulationRows{.name = "rcd0", .constraints = {{.acceleration = 1}}};
          }};
}

}  // namespace pleuel
