// How a Newton iteration ended, in numbers.
#pragma once

namespace pleuel {

struct NewtonReport {
  int iterations = 0;
  int max_iterations = 0;
  double rate = 0;             ///< of contraction
  double divergence_rate = 1;  ///< from which on it counts as divergent
  double error_bound = 0;      ///< what was compared with kappa
  double kappa = 0;
};

}  // namespace pleuel
