// An event of a mechanism, independent of the formulation.
#pragma once

#include <functional>
#include <string>

#include "pleuel/dae/event.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// What a jump may change: positions, velocities and internal states. Accelerations and multipliers
/// follow from them.
struct JumpedState {
  Vec q, v, s;
};

/// Occurs where value(motion) crosses zero (see Event). Runs on several threads may call `jump` of
/// one event concurrently; each run has its own copy of `value`.
struct MotionEvent {
  std::string name;
  std::function<double(const Motion&)> value;
  Crossing crossing = Crossing::either;
  EventEffect effect = EventEffect::stop;
  /// For a jump: replaces (q, v, s) before the event by those after it, for example v −= (1 + e) n
  /// nᵀv for an impact. The result is projected onto the constraints like initial values, in the
  /// metric of M.
  std::function<void(double t, JumpedState& state)> jump = {};
};

}  // namespace pleuel
