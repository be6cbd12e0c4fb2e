// The part of the velocities that is not determined by constraints.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// In equations of index 3 the constraints determine a part of the velocities, whose errors are
/// larger by 1/h. The remaining, free part is differential: its errors accumulate like those of
/// positions. This interface separates the two for error norms.
class FreePart {
 public:
  virtual ~FreePart() = default;

  /// Moves the splitting to (t, y). No allocation.
  virtual void move_to(double t, ConstVec y) = 0;
  /// Writes the free part of the index-2 unknowns of e to `part`, zero for all others. Returns
  /// false if it cannot be determined. No allocation.
  [[nodiscard]] virtual bool take(ConstVec e, Vec part) = 0;
  /// Drops factors and pivots: what follows is that of a new object.
  virtual void forget() = 0;
};

}  // namespace pleuel
