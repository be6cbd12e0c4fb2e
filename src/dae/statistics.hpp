// Counts of work, the same for every integrator.
#pragma once

namespace pleuel {

struct Statistics {
  long steps = 0;  ///< tried
  long accepted = 0;
  long rejected = 0;         ///< by the error test
  long newton_failures = 0;  ///< steps given up because Newton's method did not converge
  long rhs = 0;              ///< residual evaluations
  long jacobians = 0;
  long factorizations = 0;  ///< one real or one complex factorisation counts one
  long solves = 0;          ///< one real or one complex solve counts one
};

}  // namespace pleuel
