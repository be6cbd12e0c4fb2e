#include "pleuel/mechanics/formulation/baumgarte.hpp"

namespace pleuel {

Formulation baumgarte() {
  return {.name = "baumgarte",
          .title = "stabilised acceleration level, index 1",
          .equations = "0 = (G a + γ) + 2b (G v + g_t) + b² g",
          .options = {{.name = "b",
                       .default_value = "10",
                       .help = "rate in 1/s at which violations of position and velocity level decay",
                       .minimum = 0,
                       .maximum = 1e9}},
          .traits = {.rank = 6, .trial = 2},
          .rows = [](const OptionValues& values) {
            const double b = values.number("b");
            return FormulationRows{
                .name = "baumgarte",
                .constraints = {{.position = b * b, .velocity = 2 * b, .acceleration = 1}}};
          }};
}

}  // namespace pleuel
