// Error estimates of constraint reactions.
#pragma once

#include "pleuel/base/state_stream.hpp"
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

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(resized(self.lambda), resized(self.lambda_error), self.error, self.largest_error,
           self.is_from_saddle);
  }
};

}  // namespace pleuel
