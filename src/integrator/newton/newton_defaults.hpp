// Defaults that all implicit methods share.
#pragma once

#include <limits>

#include "pleuel/dae/tolerances.hpp"

namespace pleuel {

/// Limit of Newton iterations with a fixed step, where a failed step cannot be shortened.
inline constexpr int fixed_step_iterations = 25;

/// 1 if there are no unknowns.
inline double smallest_rtol(const Tolerances& tolerances) {
  return tolerances.rtol.size() > 0 ? tolerances.rtol.minCoeff() : 1.0;
}

/// NewtonOptions::rounding: about 100 ε of an unknown, in units of its tolerance.
inline double newton_rounding(double rtol) { return 100 * std::numeric_limits<double>::epsilon() / rtol; }

}  // namespace pleuel
