// What went wrong in the numbers, as a value.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

enum class FailureKind {
  newton_divergence,  ///< Newton's method does not converge however small the step
  step_collapse,      ///< the error test asks for steps below the resolution of time
  singular_matrix,    ///< α E − β J has no factorisation however small the step
  not_finite,         ///< the equations give NaN or infinity
  domain_left,        ///< the model says that it does not hold here (LeftDomain)
  user_exception,     ///< a user's function threw
  inconsistent,       ///< no consistent state is found after an event or a breakpoint
  zeno_events,        ///< events accumulate before a point of time
  retry_limit,        ///< more tries of one step than allowed
  step_limit,         ///< more steps than allowed
  time_limit,         ///< more wall time than allowed
  /// constraints become dependent, and the run cannot go on along its branch
  singular_configuration,
};

/// "newton divergence" …: for people; the enumerator's own spelling with '_' is used in files.
const char* name_of(FailureKind kind);

/// A failed run, with everything needed to understand it.
struct Failure {
  FailureKind kind = FailureKind::step_collapse;
  std::string what;  ///< one sentence
  std::string method;
  std::string formulation;
  double t = 0;
  double h = 0;
  int order = 0;
  std::string inequality;  ///< the deciding one, with both sides as numbers
  std::string worst;       ///< the unknown (body, joint) that decided, by name
  std::vector<double> recent_steps;
  std::vector<std::string> causes;  ///< likely ones, likeliest first
  std::string remedy;               ///< the next thing to try
};

/// The failure as a few lines of text.
std::string describe(const Failure& failure);

}  // namespace pleuel
