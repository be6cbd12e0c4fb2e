// How sparse linear systems were solved, for reports.
#pragma once

#include <string>

namespace pleuel {

/// What factors cost.
struct FactorCounts {
  long entries = 0;        ///< numbers in the factors; 0 before the first factorisation
  long pivot_choices = 0;  ///< times that pivots were chosen
  long replacements = 0;   ///< factorisations for which the solver took its documented second way
};

/// How the largest sparse matrix of a run was solved.
struct SolverUse {
  std::string name;
  std::string reason;  ///< as a clause
  int size = 0;
  int n_border = 0;
  FactorCounts counts;  ///< of one of its factors
};

}  // namespace pleuel
