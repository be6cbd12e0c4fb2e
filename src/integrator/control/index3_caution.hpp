// The error test at index 3.
#pragma once

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// Factor on estimated errors of gam, bim and pside. At index 3 the estimate is 0.2 to 0.7 (gam)
/// and 0.3 to 1.4 (bim) of the true error of a block, measured on a pendulum, and velocities are
/// tested with a factor h only. The factor covers most of the former. With it the errors of pside
/// on the pendulum fall by two to three at the tolerances 1e-5 to 1e-9.
inline double error_caution(const DaeInfo& dae) {
  constexpr double at_index_3 = 4;
  return dae.constraint_level > 1 ? at_index_3 : 1;
}

}  // namespace pleuel
