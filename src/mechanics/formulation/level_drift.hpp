// How fast the constraint levels of a formulation drift.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// A level with its own rows is `held` at every step. A level one below an enforced level drifts
/// linearly in time, because the errors of all steps add up; two below, quadratically. An `open`
/// level lies above the enforced levels and is as accurate as its unknowns.
enum class Drift { open, held, linear, quadratic };

struct LevelDrift {
  Drift position = Drift::open;
  Drift velocity = Drift::open;
};

/// Rows that combine levels (baumgarte) count as rows of their highest level, which is an upper
/// bound of their drift.
LevelDrift drift_of(const std::vector<ConstraintRows>& constraints);

}  // namespace pleuel
