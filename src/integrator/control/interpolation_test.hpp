// Which rows an error test of the dense output must look at.
#pragma once

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// Error estimates from derivatives do not see unknowns that only algebraic rows determine
/// (DaeInfo::holding_rows). Without a test between the points where these rows hold, a mechanism
/// without degrees of freedom (psi0, ovd0, qs) would be solved in a few steps: accurate at their
/// ends, wrong in the dense output. The test: the residual of the interpolant in these rows, solved
/// with the Newton matrix, in the norm of the error test.
class InterpolationTest {
 public:
  /// The norm is a mean over all unknowns, most of which are exact between the points. The largest
  /// error is at least about twice the mean.
  static constexpr double factor = 2;

  explicit InterpolationTest(const DaeInfo& info) {
    if (info.holding_rows.empty()) return;
    holding_.setZero(info.n_rows());
    for (const int row : info.holding_rows) holding_[row] = 1;
  }
  bool is_needed() const { return holding_.size() > 0; }
  void keep_holding_rows(Vec rows) const { rows.array() *= holding_.array(); }

 private:
  Vector holding_;  // 1 for these rows, 0 for others; empty if there are none
};

}  // namespace pleuel
