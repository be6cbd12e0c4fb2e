// The simplified Newton iteration of all implicit methods.
#pragma once

#include <cmath>
#include <limits>

#include "pleuel/dae/error_norm.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"

namespace pleuel {

/// Repeats increments until NewtonControl decides. With a strict error test, unknowns of index 2
/// and 3 must also converge like all others, or stop improving.
///
/// A matrix with an iterative solver is told the error of each increment that NewtonControl allows.
/// If the increment was larger than expected, so that its error is not small compared with κ, the
/// iteration does not end with it. `Matrix` is a NewtonMatrix or has the same three functions.
template <class Matrix>
class NewtonLoop {
 public:
  NewtonLoop(NewtonControl& control, IndexScaling scaling, Matrix& matrix)
      : control_(control), scaling_(scaling), matrix_(matrix) {}

  /// `increment()` evaluates the equations, solves, and returns the norm of the increment.
  /// `strict_norm()` is its norm without powers of h, used only with a strict test. `proceed()` is
  /// called if the iteration continues.
  template <class Increment, class StrictNorm, class Proceed>
  [[nodiscard]] NewtonVerdict run(Increment increment, StrictNorm strict_norm, Proceed proceed) {
    double strict = std::numeric_limits<double>::infinity();
    const bool is_iterative = matrix_.is_iterative();
    for (;;) {
      if (is_iterative) matrix_.allow_error(control_.allowed_error());
      const NewtonVerdict verdict = control_.judge(increment());
      bool is_converged = verdict == NewtonVerdict::converged;
      if (scaling_ == IndexScaling::strict) {
        const double last = strict;
        strict = strict_norm();
        is_converged = is_converged && is_strictly_converged(strict, last);
      }
      if (is_iterative) is_converged = is_converged && is_solved();
      if (is_converged) return verdict;
      if (verdict != NewtonVerdict::proceed && verdict != NewtonVerdict::converged) return verdict;
      proceed();
    }
  }

 private:
  bool is_solved() const {
    return control_.is_small(matrix_.iterative_solves().error * control_.last_norm()) ||
           control_.iterations() >= control_.options().max_iterations;
  }
  bool is_strictly_converged(double norm, double last) const {
    // The second increment may be larger than the first: only after the first do q and v change the
    // forces that the multipliers balance.
    const bool gets_better = control_.iterations() < 3 || norm < 0.5 * last;
    return norm <= control_.options().kappa || !gets_better ||
           control_.iterations() >= control_.options().max_iterations;
  }

  NewtonControl& control_;
  IndexScaling scaling_;
  Matrix& matrix_;
};

/// Index of the first row that is not finite, or −1.
template <class Rows>
int first_bad_row(const Rows& rows) {
  for (Eigen::Index j = 0; j < rows.cols(); ++j)
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (!std::isfinite(rows(i, j))) return static_cast<int>(i);
  return -1;
}

/// The attempt that ended in Newton's method with this verdict. `bad_row` is not finite (−1: all
/// are finite); `worst` is the unknown with the largest increment.
inline Attempt newton_attempt(const NewtonControl& control, NewtonVerdict verdict, int bad_row, int worst) {
  if (verdict == NewtonVerdict::converged) return {.newton = control.report()};
  const bool is_finite = verdict != NewtonVerdict::not_finite || bad_row < 0;
  return {.outcome = is_finite ? AttemptOutcome::newton : AttemptOutcome::not_finite,
          .worst = worst,
          .bad_row = bad_row,
          .newton = control.report()};
}

}  // namespace pleuel
