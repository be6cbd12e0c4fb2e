// Error estimates of constraint reactions.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Lagrange multipliers for outputs and estimates of their errors (see Reactions), at the last
/// evaluated point.
struct ReactionEstimate {
  Vector lambda;
  Vector lambda_error;         ///< per multiplier
  double error = 0;            ///< the largest of them, relative to the largest |λ| so far
  double largest_error = 0;    ///< over all points so far
  bool is_from_saddle = true;  ///< λ solves the saddle system; otherwise it is the method's own
};

}  // namespace pleuel
