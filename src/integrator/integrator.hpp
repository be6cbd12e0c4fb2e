// The common interface of all integration methods.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/error_norm.hpp"
#include "pleuel/dae/failure.hpp"
#include "pleuel/dae/statistics.hpp"

namespace pleuel {

/// Settings common to all methods.
struct StepSettings {
  ToleranceRequest tolerance;
  IndexScaling scaling = IndexScaling::scaled;
  double h0 = 0;          ///< first step; 0: chosen by the method
  double fixed_step = 0;  ///< > 0: constant steps of this size, no error test
  double h_max = 0;       ///< 0: the whole interval
  long max_steps = 10'000'000;
  int max_retries = 100;  ///< further attempts of one step after the first
};

/// The last accepted step, or the failure.
struct StepOutcome {
  std::optional<Failure> failure;
  double t = 0;  ///< time of the current solution
  double h = 0;  ///< size of the step
  int order = 0;

  bool is_ok() const { return !failure.has_value(); }
};

/// An integrator whose state can be saved between two steps.
class Restorable {
 public:
  virtual ~Restorable() = default;

  /// False while a passage of several steps is under way: save after one of the next steps.
  virtual bool can_be_saved() const { return true; }
  /// Discards matrices and pivots, then writes everything that later steps depend on.
  virtual void save(StateWriter& out) = 0;
  /// Restores the state in an integrator that was started on the same equations. Both continue bit
  /// for bit equally. Throws StateMismatch.
  virtual void load(StateReader& in) = 0;
};

/// One-step interface of any method: start it, then request one accepted step at a time. Steps
/// never throw.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Starts, or restarts after an event, at consistent (t, y, ẏ). `t_end` limits the guess of the
  /// first step and gives the direction of time. All memory is allocated here; statistics continue.
  virtual void start(double t, ConstVec y, ConstVec ydot, double t_end) = 0;

  /// Takes one accepted step, not beyond t_stop, which is met exactly if it is near.
  [[nodiscard]] virtual StepOutcome step(double t_stop) = 0;

  virtual double t() const = 0;
  virtual ConstVec y() const = 0;
  virtual const DenseOutput& dense_output() const = 0;  ///< of the last accepted step
  virtual const Statistics& statistics() const = 0;
  /// e = the error estimate of the last accepted step, in the order of y. Returns how much a step
  /// adds to the errors of q and v in units of the tolerance: 1, or less if the test is stricter.
  /// Empty if the method has no such estimate.
  virtual std::optional<double> local_error(Vec /*e*/) const { return {}; }
  /// True while stability, not accuracy, limits the steps. Methods without a limit never say so.
  virtual bool is_limited_by_stability() const { return false; }
  /// Remarks on the run so far: relaxed tolerances, passed singular configurations.
  virtual std::vector<std::string> remarks() const { return {}; }
  /// This integrator, if it can be saved; null if it keeps its state to itself
  /// (MethodTraits::can_be_saved).
  virtual Restorable* restorable() { return nullptr; }
};

}  // namespace pleuel
