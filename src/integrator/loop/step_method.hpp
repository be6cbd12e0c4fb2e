// The interface that a family of methods implements; StepLoop does the rest.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/failure.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/integrator/newton/newton_report.hpp"

namespace pleuel {

/// Result of an attempted step.
enum class AttemptOutcome {
  accepted,
  newton,       ///< Newton's method does not converge
  singular,     ///< a matrix has no factorisation
  not_finite,   ///< the equations give NaN or infinity
  left_domain,  ///< outside the domain of the model (LeftDomain); StepLoop catches it
  no_start,     ///< the method cannot start: there are no finite accelerations
  error_test    ///< the error is above the tolerance
};

/// One attempt with the data for a failure report.
struct Attempt {
  AttemptOutcome outcome = AttemptOutcome::accepted;
  double error = 0;  ///< result of the error test, in units of the tolerance
  std::optional<SingularMatrix> singular = {};
  int worst = -1;    ///< the unknown with the largest error or increment; −1: not known
  int bad_row = -1;  ///< the first row that is not finite; −1: none
  NewtonReport newton = {};
  std::optional<UnsolvedSystem> unsolved = {};  ///< why an iterative solver ended Newton's method
  /// A failure that ends the run for any step size; null: the loop continues.
  std::shared_ptr<const Failure> failure = {};

  bool is_accepted() const { return outcome == AttemptOutcome::accepted; }
};

/// The attempted step. All sizes are > 0; only `h` is signed.
struct Trial {
  double t = 0;      ///< start of the step
  double t_new = 0;  ///< end of the step: t + h up to rounding
  double h = 0;
  double size = 0;            ///< |h|
  double planned = 0;         ///< size before it was cut at t_stop
  double left = 0;            ///< distance to t_stop
  bool is_first = true;       ///< no step accepted since `begin`
  bool was_rejected = false;  ///< an earlier attempt of this step failed
  bool was_cut = false;       ///< shortened to end at t_stop
};

/// Data for the start of a method.
struct Begin {
  double t = 0;
  ConstVec y, ydot;
  double span = 0;       ///< |t_end − t|
  double direction = 1;  ///< sign of the direction of time
  double given = 0;      ///< first or fixed step size from the user; 0: none
  double previous = 0;   ///< last planned size before a restart; 0: none
  double largest = 0;    ///< limit of step sizes; 0: none

  /// The first step size if the method would choose `own`.
  double first_size(double own) const {
    const double size = given > 0 ? given : own;
    return largest > 0 && size > largest ? largest : size;
  }
};

/// A family of methods as seen by StepLoop: it attempts one step at a time and proposes the next
/// size. StepLoop counts attempts and handles failures.
///
/// A method without Newton iteration leaves `Attempt::newton` unchanged.
class StepMethod {
 public:
  virtual ~StepMethod() = default;

  virtual const DaeInfo& info() const = 0;
  virtual const std::string& name() const = 0;  ///< name as typed by the user
  virtual int order() const = 0;                ///< order of the next step

  /// Starts, or restarts after an event, at consistent values. All memory is allocated here.
  /// Returns the first step size, Begin::first_size of the method's choice.
  virtual double begin(const Begin& at) = 0;

  /// Attempts the step; the state does not change. May pass on exceptions of the model.
  [[nodiscard]] virtual Attempt attempt(const Trial& trial) = 0;
  /// Accepts the step that was attempted last.
  virtual void accept(const Trial& trial) = 0;
  /// Size of the step after an accepted one. Not called with a fixed step.
  [[nodiscard]] virtual double next_size(const Trial& trial, const Attempt& last) = 0;
  /// Size of the next attempt after a failed one.
  [[nodiscard]] virtual double shorter_size(const Trial& trial, const Attempt& last) = 0;
  /// With a fixed step: true if another attempt with a new Jacobian or other starting values may
  /// succeed.
  [[nodiscard]] virtual bool can_repeat(const Trial& trial, const Attempt& last) = 0;

  virtual ConstVec y() const = 0;
  virtual const DenseOutput& dense_output() const = 0;  ///< of the last accepted step
  /// See Integrator::local_error.
  virtual std::optional<double> local_error(Vec /*e*/) const { return {}; }
  /// See Integrator::is_limited_by_stability.
  virtual bool is_limited_by_stability() const { return false; }

  /// The system that an iterative solver did not solve in the last attempt.
  virtual std::optional<UnsolvedSystem> unsolved() const { return {}; }

  /// See Integrator::remarks.
  virtual std::vector<std::string> remarks() const { return {}; }

  /// Discards Jacobians, factors and pivots, as after `begin`.
  virtual void forget_matrices() = 0;
  /// Saves all data that `attempt` reads, except matrices: call forget_matrices() before. After
  /// `load` into a new object that was started on the same equations, both continue bit for bit
  /// equally.
  virtual void save(StateWriter& out) const = 0;
  virtual void load(StateReader& in) = 0;

  Statistics& statistics() { return statistics_; }
  const Statistics& statistics() const { return statistics_; }

 protected:
  Statistics statistics_;
};

}  // namespace pleuel
