// What RadauIIA reports when it fails.
#include <cmath>
#include <limits>

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"

namespace pleuel {

/// Conditions under which no further try is made.
std::optional<Failure> RadauIIA::forbidden() {
  if (statistics_.steps >= settings_.max_steps) {
    Failure failure = basic_failure(FailureKind::step_limit);
    failure.what = "the limit of steps is reached";
    failure.inequality = "steps = " + std::to_string(statistics_.steps) +
                         " >= max_steps = " + std::to_string(settings_.max_steps);
    return failure;
  }
  if (!is_fixed_step() && h_planned_ < smallest_step()) return failure_after(trouble_);
  return {};
}

/// With a fixed step the only remedy is a new Jacobian and other starting values; a failure when both were
/// used.
std::optional<Failure> RadauIIA::failed_fixed_step(Trouble trouble) const {
  const bool has_current = jacobian_is_current_ || trouble == Trouble::left_domain;
  if (!(has_current && (starts_constant_ || is_first_))) return {};
  return failure_after(trouble);
}

Failure RadauIIA::failure_after(Trouble trouble) const {
  const std::string collapse = "h = " + number_text(h_planned_) + " < " + number_text(smallest_step()) +
                               ", the smallest step at this t";
  const auto with_reason = [&](const std::string& reason) {
    return is_fixed_step() ? reason : collapse + "; " + reason;
  };
  const std::string however_small = is_fixed_step() ? " with this step" : " however small the step";
  if (trouble == Trouble::newton) {
    Failure failure = basic_failure(FailureKind::newton_divergence);
    failure.what = "Newton's method does not converge" + however_small;
    failure.inequality = with_reason(newton_inequality());
    failure.worst = worst_increment();
    if (is_fixed_step()) {
      failure.causes.insert(failure.causes.begin(), "the constant step is too large for this motion");
      failure.remedy = "take a smaller step, or error control instead of a constant step";
    }
    return failure;
  }
  if (trouble == Trouble::not_finite) {
    Failure failure = basic_failure(FailureKind::not_finite);
    const std::string row = bad_row_ >= 0 ? dae_.info().rows[bad_row_] : "an unknown row";
    failure.what = "the equations give NaN or infinity" + however_small + ", first in row '" + row + "'";
    failure.inequality = with_reason("residual of row '" + row + "' is not finite");
    failure.worst = row;
    return failure;
  }
  if (trouble == Trouble::left_domain) {
    Failure failure = basic_failure(FailureKind::domain_left);
    failure.what = "the model leaves its domain" + however_small + ": " + left_domain_text_;
    failure.inequality = with_reason("the model refuses the state at t + h");
    failure.worst = left_domain_quantity_;
    return failure;
  }
  Failure failure = basic_failure(FailureKind::step_collapse);
  if (trouble == Trouble::none && is_first_) {
    failure.what = "the first step is below the resolution of time";
    failure.inequality = collapse;
    failure.causes = {"h0, or the step planned, is too small"};
    failure.remedy = "leave h0 to the method, or take a larger one";
    return failure;
  }
  failure.what = "the error test asks for steps below the resolution of time";
  failure.inequality = with_reason("error " + number_text(err_) + " against 1 in the last try");
  const int worst = norm().worst(view(error_));
  if (worst >= dae_.info().n_unknowns()) return failure;
  const Unknown& unknown = dae_.info().unknowns[worst];
  failure.worst = unknown.name;
  if (settings_.scaling == IndexScaling::strict && unknown.index > 1) {
    failure.causes.insert(failure.causes.begin(),
                          "'" + unknown.name + "' has index " + std::to_string(unknown.index) +
                              ": its local error does not fall as fast as a strict test expects");
    failure.remedy = "set error=scaled, or take a formulation of lower index";
  }
  return failure;
}

Failure RadauIIA::singular(const SingularMatrix& matrix) const {
  Failure failure = basic_failure(FailureKind::singular_matrix);
  failure.what = "the Newton matrix has no factorisation however small the step";
  failure.inequality = "pivot " + number_text(std::abs(matrix.pivot)) + " is too small to divide by, " +
                       std::to_string(singular_in_a_row_) + " times in a row";
  if (matrix.unknown >= 0) failure.worst = dae_.info().unknowns[matrix.unknown].name;
  return failure;
}

/// What kept the tries from being accepted stands behind the limit.
Failure RadauIIA::too_many_retries() const {
  const Failure last = failure_after(trouble_);
  Failure failure = basic_failure(FailureKind::retry_limit);
  failure.what =
      "the limit of tries of one step is reached; the last one ended in: " + std::string(name_of(last.kind));
  failure.inequality =
      "retries = " + std::to_string(retries_) + " > max_retries = " + std::to_string(settings_.max_retries);
  failure.worst = last.worst;
  return failure;
}

/// A NaN or infinity in the matrix: from the equations themselves, or only from their derivatives.
Failure RadauIIA::not_finite_matrix(const SingularMatrix& matrix) {
  residual_.setZero();
  dae_.residual(t_, view(y_), view(ydot_), Vec(residual_.data(), residual_.rows()));
  keep_bad_row();
  if (bad_row_ >= 0) return failure_after(Trouble::not_finite);
  Failure failure = basic_failure(FailureKind::not_finite);
  const std::string name = matrix.unknown >= 0 ? dae_.info().unknowns[matrix.unknown].name : "an unknown";
  failure.what =
      "the derivatives of the equations are NaN or infinite, first in the column of '" + name + "'";
  failure.inequality = "pivot " + number_text(matrix.pivot) + " is not finite";
  failure.worst = name;
  return failure;
}

Failure RadauIIA::thrown(const std::string& text) const {
  Failure failure = basic_failure(FailureKind::user_exception);
  failure.what = "a function of the model threw: " + text;
  return failure;
}

Failure RadauIIA::basic_failure(FailureKind kind) const {
  Failure failure = failure_of(kind, dae_.info());
  failure.method = options_.name;
  failure.t = t_;
  failure.h = direction_ * h_;
  failure.order = coefficients().order();
  failure.recent_steps = recent_.list();
  constexpr double near_rounding = 1e-12;
  if (settings_.tolerance.rtol < near_rounding) {
    failure.causes.insert(failure.causes.begin(), "rtol = " + number_text(settings_.tolerance.rtol) +
                                                      " is near what rounding leaves");
    failure.remedy = "take a larger tolerance; else " + failure.remedy;
  }
  return failure;
}

std::string RadauIIA::newton_inequality() const {
  const NewtonOptions& limits = newton().options();
  if (newton().rate() >= limits.divergence_rate) {
    return "contraction rate " + number_text(newton().rate()) + " >= " + number_text(limits.divergence_rate);
  }
  return "iteration error " + number_text(newton().error_bound()) + " > " + number_text(limits.kappa) +
         " after " + std::to_string(newton().iterations()) + " of " + std::to_string(limits.max_iterations) +
         " iterations";
}

std::string RadauIIA::worst_increment() const {
  double largest = -1;
  int worst = -1;
  for (Eigen::Index j = 0; j < stages(); ++j) {
    const ConstVec column(increment_.data() + j * increment_.rows(), increment_.rows());
    const int candidate = norm().worst(column);
    const double size = std::abs(increment_weights()[candidate] * column[candidate]);
    if (!std::isfinite(size)) return dae_.info().unknowns[candidate].name;
    if (size > largest) {
      largest = size;
      worst = candidate;
    }
  }
  return worst >= 0 ? dae_.info().unknowns[worst].name : "";
}

}  // namespace pleuel
