// How far off reactions may be.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Lagrange multipliers as outputs use them, and estimates of their errors (see Reactions), at the
/// last point that was asked for.
struct ReactionEstimate {
  Vector lambda;
  Vector lambda_error;         ///< of each
  double error = 0;            ///< the largest of them, in units of the largest |λ| so far
  double largest_error = 0;    ///< of all points so far
  bool is_from_saddle = true;  ///< λ is that of the saddle system; else the method's own
};

}  // namespace pleuel
