// The failures of methods that take steps, in words: the only place that has them.
#pragma once

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"

namespace pleuel {

/// Where a method stood when it gave up.
struct StepSituation {
  const DaeInfo& dae;
  const StepSettings& settings;
  std::string method;  ///< as the user names it
  double t = 0;
  double h = 0;  ///< signed, of the last attempt
  int order = 0;
  std::vector<double> recent_steps = {};
  double h_planned = 0;      ///< > 0
  double smallest_step = 0;  ///< what h_planned was compared with

  bool has_fixed_step() const { return settings.fixed_step > 0; }
};

Failure step_limit_failure(const StepSituation& at, long steps);
/// The first step is already too small.
Failure first_step_failure(const StepSituation& at);
/// Why an attempt failed, as the reason for giving up. `singular_in_a_row`: how many attempts in a
/// row had a singular matrix. `left`: what the model said, where it was left.
Failure attempt_failure(const StepSituation& at, const Attempt& attempt, int singular_in_a_row,
                        const LeftDomain& left);
/// Newton's method of a library that tells no rate, `reason` in place of the inequality.
Failure iteration_failure(const StepSituation& at, const std::string& reason);
/// `row`: the first one that is not finite, −1 if it cannot be told.
Failure not_finite_failure(const StepSituation& at, int row);
/// The error test failed with `err` > 1 until the step was too small.
Failure error_test_failure(const StepSituation& at, double err, int worst);
/// The model said that it does not hold: with this text, for this quantity.
Failure left_domain_failure(const StepSituation& at, const LeftDomain& left);
/// There are no finite accelerations where a method starts.
Failure no_start_failure(const StepSituation& at);
/// What kept the tries from being accepted stands behind the limit.
Failure retry_limit_failure(const StepSituation& at, int retries, const Failure& last);
Failure thrown_failure(const StepSituation& at, const std::string& text);

}  // namespace pleuel
