// A consistent state from which an integrator starts.
#pragma once

#include <optional>

#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// (t, y, ẏ), consistent.
struct Start {
  double t = 0;
  Vector y;
  Vector ydot;
  double position_moved = 0;  ///< how far q, or y of a plain DAE, was moved
  double velocity_moved = 0;
  /// of a first start
  std::optional<MovedValue> most_moved_position = {}, most_moved_velocity = {};
  std::vector<std::string> remarks = {};  ///< what the user should know of it
  std::optional<TurnState> turns = {};    ///< of a mechanism whose angles are counted
};

}  // namespace pleuel
