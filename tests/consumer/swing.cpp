// A shared library that contains Pleuel, as a module of another language would.
#include <pleuel/model/builder/model_builder.hpp>
#include <pleuel/run/simulation/simulate.hpp>

/// The angle in rad of a rod of 1 m, hinged at one end and released horizontally, after `until`
/// seconds.
extern "C" double swing(double until) {
  const auto rod =
      pleuel::ModelValue::named({{"type", "rod"}, {"to", pleuel::ModelValue::list({1, 0})}, {"mass", 1.5}});
  pleuel::ModelBuilder model("swing", 2);
  model.gravity({0, -9.81})
      .body("rod", {{"shape", rod}})
      .joint("pin", "revolute", "ground.origin", "rod.origin");
  const pleuel::Solution motion = pleuel::simulate(model, {.until = until, .rtol = 1e-9});
  return motion.value("rod.phi", until);
}
