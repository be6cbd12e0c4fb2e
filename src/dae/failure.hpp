// Describes a numerical failure.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

enum class FailureKind {
  newton_divergence,  ///< Newton's method does not converge, however small the step
  step_collapse,      ///< the error test requires steps below the resolution of time
  singular_matrix,    ///< α E − β J has no factorisation however small the step
  not_finite,         ///< the equations give NaN or infinity
  domain_left,        ///< the state is outside the domain of the model (LeftDomain)
  user_exception,     ///< a user-defined function threw an exception
  inconsistent,       ///< no consistent state was found after an event or a breakpoint
  zeno_events,        ///< events accumulate before a point in time
  retry_limit,        ///< more attempts of one step than allowed
  step_limit,         ///< more steps than allowed
  time_limit,         ///< more wall time than allowed
  /// constraints become dependent, and the run cannot continue on its branch
  singular_configuration,
};

/// "newton divergence" …: for people. Files use the enumerator's own spelling with '_'.
const char* name_of(FailureKind kind);

/// A failed run with all data needed for a diagnosis.
struct Failure {
  FailureKind kind = FailureKind::step_collapse;
  std::string what;  ///< one sentence
  std::string method;
  std::string formulation;
  double t = 0;
  double h = 0;
  int order = 0;
  std::string inequality;  ///< the failed test, with both sides as numbers
  std::string worst;       ///< name of the unknown, body or joint that failed the test
  std::vector<double> recent_steps;
  std::vector<std::string> causes;  ///< likely causes, most likely first
  std::string remedy;               ///< what to try next
};

/// The failure as a few lines of text.
std::string describe(const Failure& failure);

}  // namespace pleuel
