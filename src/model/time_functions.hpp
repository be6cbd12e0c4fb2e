// What a model prescribes as functions of time.
#pragma once

#include "pleuel/model/driver/prescribed_motions.hpp"
#include "pleuel/model/expression/switching_times.hpp"

namespace pleuel {

struct ModelDescription;

/// The switching times of all formulas of a model, and the motions of its drivers.
struct TimeFunctions {
  TimeFunctions() = default;
  explicit TimeFunctions(const ModelDescription& model);

  SwitchingTimes switches;
  PrescribedMotions drivers;
};

}  // namespace pleuel
