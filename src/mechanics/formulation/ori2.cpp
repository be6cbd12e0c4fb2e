#include "pleuel/mechanics/formulation/ori2.hpp"

namespace pleuel {

Formulation ori2() {
  return {
      .name = "ori2",
      .title = "original equations, index 3",
      .equations = "0 = g(t,q)",
      .options =
          {{.name = "v_index",
            .default_value = "2",
            .help =
                "index by which the scaled norm weights v; 1 tests it like q, as RADAU5's runs in [Ste15] do",
            .choices = {"1", "2"}}},
      .traits = {.rank = 9},
      .rows = [](const OptionValues& values) {
        return FormulationRows{.name = "ori2",
                               .constraints = {{.position = 1}},
                               .constraint_level = 2,
                               .index_v = values.is("v_index", "1") ? 1 : 2,
                               .index_a = 3};
      }};
}

}  // namespace pleuel
