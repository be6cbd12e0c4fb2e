#include "pleuel/mechanics/formulation/level_drift.hpp"

namespace pleuel {

LevelDrift drift_of(const std::vector<ConstraintRows>& constraints) {
  Levels held;
  for (const ConstraintRows& c : constraints) {
    if (c.acceleration != 0)
      held.acceleration = true;
    else if (c.velocity != 0)
      held.velocity = true;
    else if (c.position != 0)
      held.position = true;
  }
  LevelDrift drift;
  if (held.acceleration) drift = {.position = Drift::quadratic, .velocity = Drift::linear};
  if (held.velocity) drift = {.position = Drift::linear, .velocity = Drift::held};
  if (held.position) drift.position = Drift::held;
  return drift;
}

}  // namespace pleuel
