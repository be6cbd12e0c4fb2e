// Events: zero crossings of functions of the solution.
#pragma once

#include <functional>
#include <string>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Direction in which a function must cross zero.
enum class Crossing {
  rising,   ///< from negative to zero or positive
  falling,  ///< from positive to zero or negative
  either
};

enum class EventEffect {
  note,  ///< the time is recorded and the run continues
  stop,  ///< the run ends here, successfully
  jump   ///< the state jumps and the method restarts
};

/// "note", "stop", "jump": the names used in files.
const char* name_of(EventEffect effect);

/// An event of a DAE occurs where value(t, y(t)) crosses zero. The function should be smooth
/// between events. It is evaluated on the dense output of accepted steps and must not hold state of
/// the run.
struct Event {
  std::string name;
  std::function<double(double t, ConstVec y)> value;
  Crossing crossing = Crossing::either;
  EventEffect effect = EventEffect::stop;
  /// For a jump: replaces the state before the event by the state after it. Inconsistent values are
  /// made consistent afterwards.
  std::function<void(double t, Vec y)> jump = {};
};

}  // namespace pleuel
