// What GeneralizedAlpha reports when it fails.
#include <cmath>

#include "pleuel/integrator/alpha/generalized_alpha.hpp"
#include "pleuel/integrator/failure_report.hpp"

namespace pleuel {

/// Conditions under which no further try is made.
std::optional<Failure> GeneralizedAlpha::forbidden() const {
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

Failure GeneralizedAlpha::failure_after(Trouble trouble) const {
  const std::string collapse = "h = " + number_text(h_planned_) + " < " + number_text(smallest_step()) +
                               ", the smallest step at this t";
  const auto with_reason = [&](const std::string& reason) {
    return is_fixed_step() ? reason : collapse + "; " + reason;
  };
  const std::string however_small = is_fixed_step() ? " with this step" : " however small the step";
  Failure failure;
  switch (trouble) {
    case Trouble::newton:
      failure = basic_failure(FailureKind::newton_divergence);
      failure.what = "Newton's method does not converge" + however_small;
      failure.inequality = with_reason(newton_inequality());
      failure.worst = worst_name();
      if (is_fixed_step()) {
        failure.causes.insert(failure.causes.begin(), "the constant step is too large for this motion");
        failure.remedy =
            "take a smaller step, error control instead of a constant step, another iteration, or a new "
            "matrix in each iteration (jacobian_age=0)";
      }
      return failure;
    case Trouble::not_finite:
      failure = basic_failure(FailureKind::not_finite);
      failure.what = "the equations give NaN or infinity" + however_small;
      failure.worst = worst_name();
      failure.inequality = with_reason("increment of '" + failure.worst + "' is not finite");
      return failure;
    case Trouble::singular:
      failure = basic_failure(FailureKind::singular_matrix);
      failure.what = has_failed_start_ ? "there are no finite accelerations at the start"
                                       : "a matrix of the step has no factorisation" + however_small;
      failure.inequality = with_reason("a pivot is zero or not finite");
      return failure;
    case Trouble::left_domain:
      failure = basic_failure(FailureKind::domain_left);
      failure.what = "the model leaves its domain" + however_small + ": " + left_domain_text_;
      failure.inequality = with_reason("the model refuses the state at t + h");
      failure.worst = left_domain_quantity_;
      return failure;
    case Trouble::none:
    case Trouble::error_test:
      break;
  }
  failure = basic_failure(FailureKind::step_collapse);
  if (trouble == Trouble::none) {
    failure.what = "the first step is below the resolution of time";
    failure.inequality = collapse;
    failure.causes = {"h0, or the step planned, is too small"};
    failure.remedy = "leave h0 to the method, or take a larger one";
    return failure;
  }
  failure.what = "the error test asks for steps below the resolution of time";
  failure.inequality = with_reason("error " + number_text(err_) + " against 1 in the last try");
  return failure;
}

/// What kept the tries from being accepted stands behind the limit.
Failure GeneralizedAlpha::too_many_retries() const {
  const Failure last = failure_after(trouble_);
  Failure failure = basic_failure(FailureKind::retry_limit);
  failure.what =
      "the limit of tries of one step is reached; the last one ended in: " + std::string(name_of(last.kind));
  failure.inequality =
      "retries = " + std::to_string(retries_) + " > max_retries = " + std::to_string(settings_.max_retries);
  failure.worst = last.worst;
  return failure;
}

Failure GeneralizedAlpha::basic_failure(FailureKind kind) const {
  Failure failure = failure_of(kind, info_);
  failure.method = "alpha";
  failure.t = state_.t;
  failure.h = direction_ * h_;
  failure.order = 2;
  failure.recent_steps = recent_.list();
  return failure;
}

std::string GeneralizedAlpha::newton_inequality() const {
  const NewtonControl& newton = solver_.newton();
  const NewtonOptions& limits = newton.options();
  if (newton.rate() >= limits.divergence_rate)
    return "contraction rate " + number_text(newton.rate()) + " >= " + number_text(limits.divergence_rate);
  return "iteration error " + number_text(newton.error_bound()) + " > " + number_text(limits.kappa) +
         " after " + std::to_string(solver_.iterations()) + " of " +
         std::to_string(limits.max_iterations + 1) + " iterations";
}

/// The unknown with the largest increment of the last iteration.
std::string GeneralizedAlpha::worst_name() const {
  const AlphaStep::Worst worst = solver_.worst(weights_);
  const SystemInfo& s = system_->info();
  switch (worst.part) {
    case AlphaStep::Part::q:
      return s.q.empty() ? "" : s.q[worst.number].name;
    case AlphaStep::Part::v:
      return s.v[worst.number].name;
    case AlphaStep::Part::s:
      return s.s[worst.number].name;
    case AlphaStep::Part::lambda:
      return s.lambda[worst.number].name;
  }
  return "";
}

}  // namespace pleuel
