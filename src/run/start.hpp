// A consistent initial state for an integrator.
#pragma once

#include <optional>

#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// Consistent (t, y, ẏ).
struct Start {
  double t = 0;
  Vector y;
  Vector ydot;
  double position_moved = 0;  ///< distance by which q, or y of a plain DAE, was moved
  double velocity_moved = 0;
  /// only for a first start
  std::optional<MovedValue> most_moved_position = {}, most_moved_velocity = {};
  std::vector<std::string> remarks = {};            ///< remarks for the user
  std::optional<RevolutionState> revolutions = {};  ///< for a mechanism with counted angles
};

}  // namespace pleuel
