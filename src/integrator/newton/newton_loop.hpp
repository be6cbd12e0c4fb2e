// The simplified Newton iteration of every implicit method.
#pragma once

#include <cmath>
#include <limits>

#include "pleuel/dae/error_norm.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"

namespace pleuel {

/// Repeats increments until NewtonControl decides. With a strict error test unknowns of index 2 and
/// 3 must have converged like all others too, or no longer get better.
class NewtonLoop {
 public:
  NewtonLoop(NewtonControl& control, IndexScaling scaling) : control_(control), scaling_(scaling) {}

  /// `increment()` evaluates the equations, solves, and returns the norm of the increment;
  /// `strict_norm()` is its norm without powers of h, asked for with a strict test only;
  /// `proceed()` is called where the iteration goes on.
  template <class Increment, class StrictNorm, class Proceed>
  [[nodiscard]] NewtonVerdict run(Increment increment, StrictNorm strict_norm, Proceed proceed) {
    double strict = std::numeric_limits<double>::infinity();
    for (;;) {
      const NewtonVerdict verdict = control_.judge(increment());
      bool is_converged = verdict == NewtonVerdict::converged;
      if (scaling_ == IndexScaling::strict) {
        const double last = strict;
        strict = strict_norm();
        is_converged = is_converged && is_strictly_converged(strict, last);
      }
      if (is_converged) return verdict;
      if (verdict != NewtonVerdict::proceed && verdict != NewtonVerdict::converged) return verdict;
      proceed();
    }
  }

 private:
  bool is_strictly_converged(double norm, double last) const {
    // The second increment may exceed the first: only then have q and v moved what the multipliers
    // balance.
    const bool gets_better = control_.iterations() < 3 || norm < 0.5 * last;
    return norm <= control_.options().kappa || !gets_better ||
           control_.iterations() >= control_.options().max_iterations;
  }

  NewtonControl& control_;
  IndexScaling scaling_;
};

/// The number of the first row that is not finite; −1 if all are.
template <class Rows>
int first_bad_row(const Rows& rows) {
  for (Eigen::Index j = 0; j < rows.cols(); ++j)
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (!std::isfinite(rows(i, j))) return static_cast<int>(i);
  return -1;
}

/// An attempt that ended in Newton's method with this verdict, `bad_row` of the equations not
/// finite (−1: all are), the largest increment in the unknown `worst`.
inline Attempt newton_attempt(const NewtonControl& control, NewtonVerdict verdict, int bad_row, int worst) {
  if (verdict == NewtonVerdict::converged) return {.newton = control.report()};
  const bool is_finite = verdict != NewtonVerdict::not_finite || bad_row < 0;
  return {.outcome = is_finite ? AttemptOutcome::newton : AttemptOutcome::not_finite,
          .worst = worst,
          .bad_row = bad_row,
          .newton = control.report()};
}

}  // namespace pleuel
