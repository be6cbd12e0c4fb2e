// Something that happens when a function of the solution passes zero.
#pragma once

#include <functional>
#include <string>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// In which direction a function must pass zero to count.
enum class Crossing {
  rising,   ///< from negative to zero or positive
  falling,  ///< from positive to zero or negative
  either
};

enum class EventEffect {
  note,  ///< the time is recorded, and the run goes on
  stop,  ///< the run ends there, well
  jump   ///< the state jumps, and the method starts anew
};

/// "note", "stop", "jump": as files have it.
const char* name_of(EventEffect effect);

/// An event of a DAE: it happens where value(t, y(t)) passes zero. The function should be smooth
/// between events, and is evaluated on the dense output of each accepted step; it owns no state of
/// the run.
struct Event {
  std::string name;
  std::function<double(double t, ConstVec y)> value;
  Crossing crossing = Crossing::either;
  EventEffect effect = EventEffect::stop;
  /// For a jump: writes the state after it over the one before. What it leaves inconsistent is made
  /// consistent again.
  std::function<void(double t, Vec y)> jump = {};
};

}  // namespace pleuel
