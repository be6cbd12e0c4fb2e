// One accepted step and its work.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/run/output_row.hpp"

namespace pleuel {

/// A step, or the part of it before an event. `since` counts the work since the previous accepted
/// step: rejected attempts, Newton failures, residuals, factorisations, solves.
struct StepReport {
  double begin = 0;
  double t = 0;
  double h = 0;  ///< of the whole step
  int order = 0;
  Statistics since;
  ConstraintResiduals residuals;  ///< at t; NaN for a plain DAE, like energies
  double energy = 0;              ///< J
  double energy_error = 0;        ///< E − E₀ − W, J: added by the method so far
  const DenseOutput& dense;       ///< of y, from begin to t
  /// At points of `dense`, for pictures: they do not count for estimates of errors.
  OutputRow& outputs;
};

}  // namespace pleuel
