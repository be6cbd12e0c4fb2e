// How long a Jacobian serves a method that solves one system a step.
#pragma once

namespace pleuel {

struct JacobianAgeOptions {
  double cost = 3;         ///< of a Jacobian and its factors, in Newton iterations
  int longest_trust = 20;  ///< steps after which the rate is measured again
};

/// The rate of simplified Newton as a function of the Jacobian's age.
///
/// The rate is proportional to what the equations have changed since the Jacobian was made: θ ≈ c |t − t_J|, with c measured wherever a step
/// took two iterations. A rate remembered without that growth lets steps pass after one iteration too many; their errors are no smooth
/// function of time, the differences of the history amplify them by up to 2^(k+1), and the error test answers with shorter steps and
/// lower orders (Andrews' squeezer in rcd1 at 1e-6: 1012 steps instead of 459).
///
/// To reduce an increment of size d to κ with m iterations a step takes θ ≤ (κ/d)^(1/m), reached after
/// N_m = (κ/d)^(1/m) / (c h) steps; a step then costs m + cost/N_m iterations. The m that costs least says when to renew.
class JacobianAge {
 public:
  explicit JacobianAge(const JacobianAgeOptions& options) : options_(options) {}

  void restart() { slope_ = -1; }
  /// θ after one iteration at this distance from the Jacobian; 1 where it has to be measured.
  double predicted(double distance) const;
  /// After a step: θ measured with two or more iterations, negative with one.
  void step_done(double theta, double distance);
  /// The largest θ with which steps of size h are cheapest, if the first increments have this norm.
  double limit(double kappa, double increment, double h) const;

 private:
  JacobianAgeOptions options_;
  double slope_ = -1;   // c, negative: unknown
  int unmeasured_ = 0;  // steps
};

}  // namespace pleuel
