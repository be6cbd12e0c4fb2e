// Whether the motions that drivers prescribe are continuous.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/model/element.hpp"

namespace pleuel {

/// φ(t) of every driver. A jump of φ needs an infinite velocity, one of φ̇ an impact; neither is
/// what the equations of motion with finite forces describe. A jump of φ̈ is a finite jump of the
/// force.
class PrescribedMotions {
 public:
  void add(const Element& driver);

  /// One sentence for each driver that jumps from `before` to `after`, which differ by rounding
  /// only: with its place, the time, the size and what to do.
  std::vector<std::string> jumps(double before, double after, const JumpLimits& limits) const;

 private:
  struct Motion {
    std::string name, place, unit, rate_unit;
    Expression phi;
  };
  std::vector<Motion> list_;
};

}  // namespace pleuel
