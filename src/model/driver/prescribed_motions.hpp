// Checks the continuity of prescribed motions.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/model/element.hpp"

namespace pleuel {

/// φ(t) of every driver and of prescribed displacements. A jump of φ requires an infinite velocity,
/// a jump of φ̇ an impact. The equations of motion with finite forces describe neither. A jump of
/// φ̈ is a finite jump of the force.
class PrescribedMotions {
 public:
  struct Driver {
    std::string name, place;
    Dimension dimension;  ///< of φ
    Expression phi;
    std::string kind = "driver";
  };

  void add(const Element& driver);
  void add(const Driver& driver);

  /// One sentence per driver that jumps between `before` and `after`, which differ only by
  /// rounding: place, time, size and remedy.
  std::vector<std::string> jumps(double before, double after, const JumpLimits& limits) const;

 private:
  struct Motion {
    std::string kind, name, place, unit, rate_unit;
    Expression phi;
  };
  std::vector<Motion> list_;
};

}  // namespace pleuel
