// What a family of methods writes; StepLoop does the rest.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/failure.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/integrator/newton/newton_report.hpp"

namespace pleuel {

/// How an attempt to take a step ended.
enum class AttemptOutcome {
  accepted,
  newton,       ///< Newton's method does not converge
  singular,     ///< a matrix has no factorisation
  not_finite,   ///< the equations give NaN or infinity
  left_domain,  ///< the model does not hold there (LeftDomain); StepLoop catches it
  no_start,     ///< the method could not even begin: there are no finite accelerations
  error_test    ///< the error is above the tolerance
};

/// One attempt, with what a failure report needs.
struct Attempt {
  AttemptOutcome outcome = AttemptOutcome::accepted;
  double error = 0;  ///< of the error test, in units of the tolerance
  std::optional<SingularMatrix> singular = {};
  int worst = -1;    ///< the unknown with the largest error or increment; −1: not known
  int bad_row = -1;  ///< the first row that is not finite; −1: none
  NewtonReport newton = {};
  /// What ends the run whatever step comes next; null: the loop goes on.
  std::shared_ptr<const Failure> failure = {};

  bool is_accepted() const { return outcome == AttemptOutcome::accepted; }
};

/// The step that is attempted. Sizes are > 0 but for `h`, which is signed.
struct Trial {
  double t = 0;      ///< where it begins
  double t_new = 0;  ///< where it ends: t + h but for rounding
  double h = 0;
  double size = 0;            ///< |h|
  double planned = 0;         ///< what was planned for it before t_stop cut it
  double left = 0;            ///< distance to t_stop
  bool is_first = true;       ///< no step was accepted since `begin`
  bool was_rejected = false;  ///< an earlier attempt of this step failed
  bool was_cut = false;       ///< shorter than planned, to land on t_stop
};

/// Where a method begins.
struct Begin {
  double t = 0;
  ConstVec y, ydot;
  double span = 0;       ///< |t_end − t|
  double direction = 1;  ///< of time
  double given = 0;      ///< size of the first step that the user gives, or the fixed one; 0: none
  double previous = 0;   ///< the size planned last, before a restart; 0: there was none
  double largest = 0;    ///< limit of sizes; 0: none

  /// The size of the first step, where the method itself would choose `own`.
  double first_size(double own) const {
    const double size = given > 0 ? given : own;
    return largest > 0 && size > largest ? largest : size;
  }
};

/// One family of methods, seen from StepLoop: it attempts one step at a time and says how long the
/// next should be. How often a step was tried and what failed before the last attempt is not its
/// concern; StepLoop owns that.
///
/// A method that needs no Newton iteration leaves `Attempt::newton` as it is.
class StepMethod {
 public:
  virtual ~StepMethod() = default;

  virtual const DaeInfo& info() const = 0;
  virtual const std::string& name() const = 0;  ///< as the user types it
  virtual int order() const = 0;                ///< of the step that comes next

  /// Begins, or begins again after an event, at consistent values. All that will ever be allocated
  /// is allocated here. Returns the size of the first step, Begin::first_size of its own choice.
  virtual double begin(const Begin& at) = 0;

  /// Attempts the step; the state stays where it was. May throw what the model throws.
  [[nodiscard]] virtual Attempt attempt(const Trial& trial) = 0;
  /// Takes over the step that was attempted last and accepted.
  virtual void accept(const Trial& trial) = 0;
  /// The size of the step after one that was accepted. Not called with a fixed step.
  [[nodiscard]] virtual double next_size(const Trial& trial, const Attempt& last) = 0;
  /// The size of the next attempt after one that failed.
  [[nodiscard]] virtual double shorter_size(const Trial& trial, const Attempt& last) = 0;
  /// With a fixed step: whether the same step is worth another attempt, with a new Jacobian or
  /// other starting values.
  [[nodiscard]] virtual bool can_repeat(const Trial& trial, const Attempt& last) = 0;

  virtual ConstVec y() const = 0;
  virtual const DenseOutput& dense_output() const = 0;  ///< of the last accepted step
  /// See Integrator::local_error.
  virtual std::optional<double> local_error(Vec /*e*/) const { return {}; }

  /// Forgets Jacobians, factors and pivots, as after `begin`.
  virtual void forget_matrices() = 0;
  /// All that `attempt` will read, but for matrices: call forget_matrices() before. After `load`
  /// into a fresh object that has begun on the same equations both continue with equal bits.
  virtual void save(StateWriter& out) const = 0;
  virtual void load(StateReader& in) = 0;

  Statistics& statistics() { return statistics_; }
  const Statistics& statistics() const { return statistics_; }

 protected:
  Statistics statistics_;
};

}  // namespace pleuel
