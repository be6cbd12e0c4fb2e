// The part of velocities that constraints leave free.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// In equations of index 3 the constraints determine a part of the velocities, whose errors are
/// larger by 1/h; the rest is differential, and its errors add up like those of positions. A norm
/// that is to tell the two apart asks for the latter.
class FreePart {
 public:
  virtual ~FreePart() = default;

  /// Parts are those at (t, y) from now on. No allocation.
  virtual void move_to(double t, ConstVec y) = 0;
  /// The free part of the unknowns of index 2 in e, zero for all others; false where it cannot be
  /// told. No allocation.
  [[nodiscard]] virtual bool take(ConstVec e, Vec part) = 0;
};

}  // namespace pleuel
