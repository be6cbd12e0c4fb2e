// Decides how long BDF reuses a Jacobian.
#pragma once

namespace pleuel {

struct JacobianAgeOptions {
  double cost = 3;         ///< cost of a Jacobian and its factors, in Newton iterations
  int longest_trust = 20;  ///< steps after which the rate is measured again
};

/// Models the rate of the simplified Newton iteration as a function of the Jacobian's age.
///
/// The rate is proportional to the change of the equations since the Jacobian was computed: θ ≈ c
/// |t − t_J|, with c measured in steps with two iterations. Without this growth, steps would be
/// accepted after too few iterations. Their errors are not smooth in time, the differences of the
/// history amplify them by up to 2^(k+1), and the error test reduces step size and order.
///
/// Reducing the first increments to the fraction ρ with m iterations requires θ ≤ ρ^(1/m), which
/// holds for N_m = ρ^(1/m) / (c h) steps. A step then costs m + cost/N_m iterations. The cheapest m
/// determines the renewal.
class JacobianAge {
 public:
  explicit JacobianAge(const JacobianAgeOptions& options) : options_(options) {}

  void restart() { slope_ = -1; }
  /// θ of one iteration at this distance from the Jacobian; 1 if it must be measured.
  double predicted(double distance) const;
  /// Call after a step with the measured θ, or a negative value after one iteration.
  void step_done(double theta, double distance);
  /// True if steps of size h with this θ cost more than with a new Jacobian, if first increments
  /// are to be reduced to this fraction.
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
