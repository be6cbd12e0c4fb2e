// One accepted step and what it took.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"

namespace pleuel {

/// A step, or the part of it before an event. `since` counts the work since the accepted step
/// before: tries that were rejected, Newton failures, residuals, factorisations, solves.
struct StepReport {
  double begin = 0;
  double t = 0;
  double h = 0;  ///< of the whole step
  int order = 0;
  Statistics since;
  ConstraintResiduals residuals;  ///< at t; NaN, like the energies, for a plain DAE
  double energy = 0;              ///< J
  double energy_error = 0;        ///< E − E₀ − W, J: what the method lost or fed in so far
  const DenseOutput& dense;       ///< of y, from begin to t
};

}  // namespace pleuel
