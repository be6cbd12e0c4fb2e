// How long a Jacobian serves a method that solves one system a step.
#pragma once

namespace pleuel {

struct JacobianAgeOptions {
  double cost = 3;         ///< of a Jacobian and its factors, in Newton iterations
  int longest_trust = 20;  ///< steps after which the rate is measured again
};

/// The rate of simplified Newton as a function of the Jacobian's age.
///
/// The rate is proportional to what the equations have changed since the Jacobian was made: θ ≈ c
/// |t − t_J|, with c measured wherever a step took two iterations. A rate remembered without that
/// growth lets steps pass after one iteration too many; their errors are no smooth function of
/// time, the differences of the history amplify them by up to 2^(k+1), and the error test answers
/// with shorter steps and lower orders (Andrews' squeezer in rcd1 at 1e-6: 1012 steps instead of
/// 459).
///
/// To reduce first increments to the part ρ with m iterations takes θ ≤ ρ^(1/m), which holds for
/// N_m = ρ^(1/m) / (c h) steps; a step then costs m + cost/N_m iterations. The m that costs least
/// says when to renew.
class JacobianAge {
 public:
  explicit JacobianAge(const JacobianAgeOptions& options) : options_(options) {}

  void restart() { slope_ = -1; }
  /// θ after one iteration at this distance from the Jacobian; 1 where it has to be measured.
  double predicted(double distance) const;
  /// After a step: θ measured with two or more iterations, negative with one.
  void step_done(double theta, double distance);
  /// Whether steps of size h with this θ cost more than with a new Jacobian, if first increments
  /// are to be reduced to this part.
  bool is_slow(double theta, double reduction, double h) const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.slope_, self.unmeasured_);
  }

 private:
  double cheapest_rate(double reduction, double h) const;

  JacobianAgeOptions options_;
  double slope_ = -1;   // c, negative: unknown
  int unmeasured_ = 0;  // steps
};

}  // namespace pleuel
