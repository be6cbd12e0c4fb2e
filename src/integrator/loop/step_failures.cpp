#include "pleuel/integrator/loop/step_failures.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Below this rtol the tolerance itself is a likely cause.
constexpr double kNearRounding = 1e-12;

/// A singular matrix, a NaN or an exception is not caused by a tight tolerance.
bool may_come_from_rounding(FailureKind kind) {
  return kind == FailureKind::newton_divergence || kind == FailureKind::step_collapse ||
         kind == FailureKind::retry_limit || kind == FailureKind::step_limit;
}

Failure basic(const StepSituation& at, FailureKind kind) {
  Failure failure = failure_of(kind, at.dae);
  failure.method = at.method;
  failure.t = at.t;
  failure.h = at.h;
  failure.order = at.order;
  failure.recent_steps = at.recent_steps;
  if (at.settings.tolerance.rtol < kNearRounding && may_come_from_rounding(kind)) {
    failure.causes.insert(failure.causes.begin(), "rtol = " + number_text(at.settings.tolerance.rtol) +
                                                      " is near the level of rounding errors");
    failure.remedy = "take a larger tolerance; else " + failure.remedy;
  }
  return failure;
}

std::string name_of_unknown(const StepSituation& at, int unknown) {
  return unknown >= 0 && unknown < at.dae.n_unknowns() ? at.dae.unknowns[unknown].name : "";
}

std::string however_small(const StepSituation& at) {
  return at.has_fixed_step() ? " with this step" : " however small the step";
}

std::string collapse(const StepSituation& at) {
  return "h = " + number_text(at.h_planned) + " < " + number_text(at.smallest_step) +
         ", the smallest step at this t";
}

std::string with_collapse(const StepSituation& at, const std::string& reason) {
  return at.has_fixed_step() || at.h_planned >= at.smallest_step ? reason : collapse(at) + "; " + reason;
}

std::string newton_inequality(const NewtonReport& newton) {
  if (newton.rate >= newton.divergence_rate)
    return "contraction rate " + number_text(newton.rate) + " >= " + number_text(newton.divergence_rate);
  return "iteration error " + number_text(newton.error_bound) + " > " + number_text(newton.kappa) +
         " after " + std::to_string(newton.iterations) + " of " + std::to_string(newton.max_iterations) +
         " iterations";
}

/// If position and velocity level hold and accelerations are tested without a factor h, rounding
/// errors of the coordinates, times the squares of frequencies, limit the accuracy of a and λ.
void mention_rounded_accelerations(const StepSituation& at, int worst, Failure& failure) {
  const auto is_acceleration = [](const Unknown& x) { return x.group == Group::a; };
  const bool holds_positions =
      !at.dae.holding_rows.empty() && std::ranges::any_of(at.dae.unknowns, is_acceleration);
  if (!holds_positions || at.has_fixed_step() || worst < 0 || worst >= at.dae.n_unknowns()) return;
  const Unknown& unknown = at.dae.unknowns[worst];
  if ((unknown.group != Group::a && unknown.group != Group::lambda) || unknown.index != 1) return;
  failure.causes.insert(
      failure.causes.begin(),
      "rounding errors: constraints at position level hold to ε|q|, which stiff bodies turn "
      "into errors ω²ε|q| of accelerations, ω their highest frequency; '" +
          unknown.name + "' is tested without a factor of h");
  failure.remedy = "take ggl1, or a larger --atol for a and lambda; coarsen the mesh; else " + failure.remedy;
}

Failure unsolved_failure(const StepSituation& at, const UnsolvedSystem& system) {
  Failure failure = basic(at, FailureKind::newton_divergence);
  failure.what =
      "the iterative solver GMRES does not solve the linear systems of Newton's method" + however_small(at);
  failure.inequality =
      with_collapse(at, "estimated relative error " + number_text(system.error) + " > " +
                            number_text(system.tolerance) + " after " + std::to_string(system.iterations) +
                            " iterations, " + std::to_string(system.size) + " unknowns");
  failure.causes = {"the preconditioner is too far from the matrix: a thin or long mesh, a large step",
                    "a matrix that is almost singular: a singular configuration, a body that buckles"};
  failure.remedy = "take a direct solver: --set solver=auto; see `pleuel list solvers`";
  return failure;
}

Failure newton_failure(const StepSituation& at, const Attempt& attempt) {
  if (attempt.unsolved) return unsolved_failure(at, *attempt.unsolved);
  Failure failure = iteration_failure(at, newton_inequality(attempt.newton));
  failure.worst = name_of_unknown(at, attempt.worst);
  mention_rounded_accelerations(at, attempt.worst, failure);
  return failure;
}

Failure singular_failure(const StepSituation& at, const SingularMatrix& matrix, int times) {
  Failure failure = basic(at, FailureKind::singular_matrix);
  failure.what = "the Newton matrix has no factorisation" + however_small(at);
  failure.inequality = "pivot " + number_text(std::abs(matrix.pivot)) + " is too small to divide by";
  if (times > 1) failure.inequality += ", " + std::to_string(times) + " times in a row";
  failure.worst = name_of_unknown(at, matrix.unknown);
  return failure;
}

/// A NaN or infinity only in the derivatives.
Failure not_finite_derivatives_failure(const StepSituation& at, const SingularMatrix& matrix) {
  Failure failure = basic(at, FailureKind::not_finite);
  const std::string name = matrix.unknown >= 0 ? name_of_unknown(at, matrix.unknown) : "an unknown";
  failure.what =
      "the derivatives of the equations are NaN or infinite, first in the column of '" + name + "'";
  failure.inequality = "pivot " + number_text(matrix.pivot) + " is not finite";
  failure.worst = name;
  return failure;
}

}  // namespace

Failure step_limit_failure(const StepSituation& at, long steps) {
  Failure failure = basic(at, FailureKind::step_limit);
  failure.what = "the limit of steps is reached";
  failure.inequality =
      "steps = " + std::to_string(steps) + " >= max_steps = " + std::to_string(at.settings.max_steps);
  return failure;
}

Failure iteration_failure(const StepSituation& at, const std::string& reason) {
  Failure failure = basic(at, FailureKind::newton_divergence);
  failure.what = "Newton's method does not converge" + however_small(at);
  failure.inequality = with_collapse(at, reason);
  if (at.has_fixed_step()) {
    failure.causes.insert(failure.causes.begin(), "the constant step is too large for this motion");
    failure.remedy = "take a smaller step, or error control instead of a constant step";
  }
  return failure;
}

Failure not_finite_failure(const StepSituation& at, int row) {
  Failure failure = basic(at, FailureKind::not_finite);
  const std::string name = row >= 0 ? at.dae.rows[row] : "an unknown row";
  failure.what = "the equations give NaN or infinity" + however_small(at) + ", first in row '" + name + "'";
  failure.inequality = with_collapse(at, "residual of row '" + name + "' is not finite");
  failure.worst = name;
  return failure;
}

Failure first_step_failure(const StepSituation& at) {
  Failure failure = basic(at, FailureKind::step_collapse);
  failure.what = "the first step is below the resolution of time";
  failure.inequality = collapse(at);
  failure.causes = {"h0, or the step planned, is too small"};
  failure.remedy = "leave h0 to the method, or take a larger one";
  return failure;
}

Failure error_test_failure(const StepSituation& at, double err, int worst) {
  Failure failure = basic(at, FailureKind::step_collapse);
  failure.what = "the error test asks for steps below the resolution of time";
  failure.inequality = with_collapse(at, "error " + number_text(err) + " against 1 in the last try");
  failure.worst = name_of_unknown(at, worst);
  if (failure.worst.empty()) return failure;
  mention_rounded_accelerations(at, worst, failure);
  const int index = at.dae.unknowns[worst].index;
  if (at.settings.scaling == IndexScaling::strict && index > 1) {
    failure.causes.insert(failure.causes.begin(),
                          "'" + failure.worst + "' has index " + std::to_string(index) +
                              ": its local error does not fall as fast as a strict test expects");
    failure.remedy = "set error=scaled, or take a formulation of lower index";
  }
  return failure;
}

Failure no_start_failure(const StepSituation& at) {
  Failure failure = basic(at, FailureKind::singular_matrix);
  failure.what = "there are no finite accelerations at the start";
  failure.inequality = "a pivot is zero or not finite";
  return failure;
}

Failure attempt_failure(const StepSituation& at, const Attempt& attempt, int singular_in_a_row,
                        const LeftDomain& left) {
  switch (attempt.outcome) {
    case AttemptOutcome::newton:
      return newton_failure(at, attempt);
    case AttemptOutcome::singular: {
      const SingularMatrix matrix = attempt.singular.value_or(SingularMatrix{});
      if (std::isfinite(matrix.pivot)) return singular_failure(at, matrix, singular_in_a_row);
      return attempt.bad_row >= 0 ? not_finite_failure(at, attempt.bad_row)
                                  : not_finite_derivatives_failure(at, matrix);
    }
    case AttemptOutcome::not_finite:
      return not_finite_failure(at, attempt.bad_row);
    case AttemptOutcome::left_domain:
      return left_domain_failure(at, left);
    case AttemptOutcome::no_start:
      return no_start_failure(at);
    case AttemptOutcome::error_test:
    case AttemptOutcome::accepted:
      break;
  }
  return error_test_failure(at, attempt.error, attempt.worst);
}

Failure left_domain_failure(const StepSituation& at, const LeftDomain& left) {
  Failure failure = basic(at, FailureKind::domain_left);
  failure.what = "the model leaves its domain" + however_small(at) + ": " + left.what();
  failure.inequality = with_collapse(at, "the model refuses the state at t + h");
  failure.worst = left.quantity();
  return failure;
}

Failure retry_limit_failure(const StepSituation& at, int retries, const Failure& last) {
  Failure failure = basic(at, FailureKind::retry_limit);
  failure.what =
      "the limit of tries of one step is reached; the last one ended in: " + std::string(name_of(last.kind));
  failure.inequality =
      "retries = " + std::to_string(retries) + " > max_retries = " + std::to_string(at.settings.max_retries);
  failure.worst = last.worst;
  return failure;
}

Failure thrown_failure(const StepSituation& at, const std::string& text) {
  Failure failure = basic(at, FailureKind::user_exception);
  failure.what = "a function of the model threw: " + text;
  return failure;
}

}  // namespace pleuel
