// Consistent states from which an integrator starts.
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

/// The case's own start, made consistent. All of these throw NoConsistentState.
Start first_start(const RunEquations& of);

/// The state y at t made consistent anew: of a mechanism (q, v, s) are projected and a, λ computed.
Start restart(const RunEquations& of, double t, ConstVec y);

/// The state after the jumps of `events` (numbers as in event_list), which happen at t in y in this
/// order.
Start jumped(const RunEquations& of, const std::vector<int>& events, double t, ConstVec y);

/// y as it is, with the ẏ that belongs to it: to do a step again.
Start step_again(const RunEquations& of, double t, ConstVec y);

/// The events of the case as functions of (t, y). They refer to the equations, which must outlive
/// them.
std::vector<Event> event_list(const RunEquations& of);

/// The corners of the equations (SystemEvaluator::corners) as events. None for equilibria, which
/// are solved for point by point, and with a constant step, which is not cut.
std::vector<Event> corner_list(const RunEquations& of);

}  // namespace pleuel
