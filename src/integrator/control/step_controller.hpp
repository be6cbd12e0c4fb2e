// Computes the next step size from the errors of the last steps.
#pragma once

namespace pleuel {

struct ControllerOptions {
  enum class Kind { predictive, elementary, proportional_integral };
  Kind kind = Kind::predictive;
  double safety = 0.9;
  double largest_growth = 8;  ///< relative to the previous step
  double largest_reduction = 5;
  double first_reduction = 10;  ///< after an error-test failure in the first step
  double keep_up_to = 1.2;      ///< growth between 1 and this does not justify a new factorisation
};

/// Step-size control for a method whose error estimate behaves like h^p.
///
/// Elementary: h_new = f h err^(−1/p). Predictive (Gustafsson) [HW96, IV (8.25)]: after an accepted
/// step, the smaller of the elementary one and
///
///     h_new = f h (h / h_old) (err_old / err²)^(1/p),
///
/// which reduces the step while the error rises, before the test fails. Proportional-integral
/// [HW96, IV (2.43)]:
///
///     h_new = f h err^(−1/p + 3β/4) err_old^β,   β = 1/(5p),
///
/// which keeps the steps of explicit methods even where stability limits them. f = safety · min(1,
/// (2k_max + 1)/(2k_max + k)) with k Newton iterations and their limit k_max: a step with many
/// iterations grows less.
class StepController {
 public:
  StepController(const ControllerOptions& options, int error_order, int max_newton_iterations);

  void restart() { h_old_ = 0; }

  /// Size after an accepted step of size h > 0 with error err < 1.
  double accepted(double h, double err, int newton_iterations);
  /// Size of the next attempt after an error err ≥ 1.
  double rejected(double h, double err, int newton_iterations) const;

  const ControllerOptions& options() const { return options_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.h_old_, self.err_old_);
  }

 private:
  double integrated(double h, double err);
  double clipped(double quotient) const;
  double safety(int newton_iterations) const;
  double root(double err) const;

  ControllerOptions options_;
  int error_order_;
  int max_newton_iterations_;
  double h_old_ = 0;  // 0: no step accepted yet
  double err_old_ = 0;
};

}  // namespace pleuel
