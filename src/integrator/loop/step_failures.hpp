// Failure texts of step methods. All of them are here.
#pragma once

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"

namespace pleuel {

/// State of a method when it gave up.
struct StepSituation {
  const DaeInfo& dae;
  const StepSettings& settings;
  std::string method;  ///< name as typed by the user
  double t = 0;
  double h = 0;  ///< signed size of the last attempt
  int order = 0;
  std::vector<double> recent_steps = {};
  double h_planned = 0;      ///< > 0
  double smallest_step = 0;  ///< limit for h_planned

  bool has_fixed_step() const { return settings.fixed_step > 0; }
};

Failure step_limit_failure(const StepSituation& at, long steps);
/// The first step is too small.
Failure first_step_failure(const StepSituation& at);
/// Why an attempt failed and the run ends. `singular_in_a_row`: number of consecutive attempts with
/// a singular matrix. `left`: the model's message if its domain was left.
Failure attempt_failure(const StepSituation& at, const Attempt& attempt, int singular_in_a_row,
                        const LeftDomain& left);
/// Newton's method of a library without a contraction rate; `reason` replaces the inequality.
Failure iteration_failure(const StepSituation& at, const std::string& reason);
/// `row`: the first row that is not finite, or −1 if unknown.
Failure not_finite_failure(const StepSituation& at, int row);
/// The error test failed with `err` > 1 until the step was too small.
Failure error_test_failure(const StepSituation& at, double err, int worst);
/// The state left the domain of the model, with its text and quantity.
Failure left_domain_failure(const StepSituation& at, const LeftDomain& left);
/// There are no finite accelerations at the start of a method.
Failure no_start_failure(const StepSituation& at);
/// Too many attempts of one step; `last` is the reason of the last rejection.
Failure retry_limit_failure(const StepSituation& at, int retries, const Failure& last);
Failure thrown_failure(const StepSituation& at, const std::string& text);

}  // namespace pleuel
