// An event of a mechanism, the same under every formulation.
#pragma once

#include <functional>
#include <string>

#include "pleuel/dae/event.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// What a jump may change: positions, velocities and internal states. Accelerations and multipliers
/// follow.
struct JumpedState {
  Vec q, v, s;
};

/// It happens where value(motion) passes zero (see Event). Runs on several threads may call `jump`
/// of one event at a time; each calls its own copy of `value`.
struct MotionEvent {
  std::string name;
  std::function<double(const Motion&)> value;
  Crossing crossing = Crossing::either;
  EventEffect effect = EventEffect::stop;
  /// For a jump: writes (q, v, s) after it over those before, e.g. v −= (1 + e) n nᵀv for an
  /// impact. The result is projected onto the constraints, nearest in the metric of M, as a start
  /// is.
  std::function<void(double t, JumpedState& state)> jump = {};
};

}  // namespace pleuel
