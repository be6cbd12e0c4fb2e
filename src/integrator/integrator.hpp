// What every integration method offers to the driver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/error_norm.hpp"
#include "pleuel/dae/failure.hpp"
#include "pleuel/dae/statistics.hpp"

namespace pleuel {

/// Settings that every method understands.
struct StepSettings {
  ToleranceRequest tolerance;
  IndexScaling scaling = IndexScaling::scaled;
  double h0 = 0;          ///< first step; 0: chosen by the method
  double fixed_step = 0;  ///< > 0: constant steps of this size, no error test
  double h_max = 0;       ///< 0: the whole interval
  long max_steps = 10'000'000;
  int max_retries = 100;  ///< tries of one step after the first
};

/// The last accepted step, or why there is none.
struct StepOutcome {
  std::optional<Failure> failure;
  double t = 0;  ///< where the solution now is
  double h = 0;  ///< size of the step
  int order = 0;

  bool is_ok() const { return !failure.has_value(); }
};

/// A one-step view of any method: start it, then ask for one accepted step at a time. Never throws
/// inside a step.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Begins (or begins anew, after an event) at consistent (t, y, ẏ); `t_end` bounds the first
  /// step's guess and gives the direction's scale. Everything that will ever be allocated is
  /// allocated here; statistics go on.
  virtual void start(double t, ConstVec y, ConstVec ydot, double t_end) = 0;

  /// One accepted step, not beyond t_stop (which it hits exactly when it comes near).
  [[nodiscard]] virtual StepOutcome step(double t_stop) = 0;

  virtual double t() const = 0;
  virtual ConstVec y() const = 0;
  virtual const DenseOutput& dense_output() const = 0;  ///< of the last accepted step
  virtual const Statistics& statistics() const = 0;
  /// e = the error by which the last accepted step was judged, in the order of y. Returns how much
  /// a step adds to the errors of q and v, in units of the tolerance: 1, or less where the test is
  /// stricter. Nothing where the method has no such error.
  virtual std::optional<double> local_error(Vec /*e*/) const { return {}; }
  /// What the user should know of the run so far: loosened tolerances, passages of singular
  /// configurations.
  virtual std::vector<std::string> remarks() const { return {}; }
};

}  // namespace pleuel
