// Numbers that describe the end of a Newton iteration.
#pragma once

namespace pleuel {

struct NewtonReport {
  int iterations = 0;
  int max_iterations = 0;
  double rate = 0;             ///< contraction rate
  double divergence_rate = 1;  ///< rates from here on count as divergent
  double error_bound = 0;      ///< value compared with kappa
  double kappa = 0;
};

}  // namespace pleuel
