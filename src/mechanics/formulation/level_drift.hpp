// How fast a formulation lets the levels of the constraints go.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// A level that is a row of its own holds at every step. One that follows from a row one level
/// above is off by the errors of all steps so far, which add up like t; from one two levels above,
/// like t². `open`: a level below the rows that are held; it is as exact as its unknowns are.
enum class Drift { open, held, linear, quadratic };

struct LevelDrift {
  Drift position = Drift::open;
  Drift velocity = Drift::open;
};

/// Rows that mix levels (baumgarte) count as rows of their highest: they drift less than that.
LevelDrift drift_of(const std::vector<ConstraintRows>& constraints);

}  // namespace pleuel
