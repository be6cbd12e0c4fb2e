// Backward differentiation formulas of variable step and order.
#pragma once

#include <memory>
#include <string>

#include "pleuel/integrator/bdf/bdf_dense_output.hpp"
#include "pleuel/integrator/bdf/bdf_history.hpp"
#include "pleuel/integrator/bdf/bdf_order.hpp"
#include "pleuel/integrator/bdf/jacobian_age.hpp"
#include "pleuel/integrator/control/split_norm.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/integrator/newton/matrix_keeper.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"

namespace pleuel {

/// How unknowns whose derivative does not occur enter the error test.
enum class AlgebraicUnknowns {
  /// As their index says, but a and λ multiplied by h at least: h a is of the size of v. Where a
  /// force is stiff, a = −c/m v and the like, the local error of v times c/m is the error of a,
  /// however small the former; at index 1 it would dictate the step.
  scaled,
  tested,  ///< as their index says
  free     ///< not at all
};

struct BdfOptions {
  std::string name = "bdf";  ///< in failure reports
  BdfOrderOptions orders = {};
  int newton_max = 0;  ///< limit of Newton iterations; 0: 6, 8 at index 3, and 25 with a fixed step
  /// κ in units of the tolerance; 0: 0.04, and 1e-5 at index 3. Iteration errors are amplified in
  /// the differences that tell the error, so it is smaller than for one-step methods at equal rtol.
  /// At index 3 what Newton's method leaves in g becomes g/h in v and g/h² in λ, and by an old J
  /// part of it enters the free part of v.
  double newton_tolerance = 0;
  JacobianAgeOptions age = {};
  AlgebraicUnknowns algebraic = AlgebraicUnknowns::scaled;
};

/// Variable-step, variable-order BDF of orders 1 to 5 with fixed leading coefficient, on E(t,y) ẏ =
/// r(t,y), 0 = c(t,y) [BCP96, 5.2].
///
/// One step solves residual(t_{n+1}, ω^P + e, ω̇^P + α e) = 0 for e (see BdfFormula) by simplified
/// Newton,
///
///     (α E − J) Δe = residual,     J at the predicted point,
///
/// which is right for singular and for state-dependent E. Rows may outnumber unknowns: the Newton
/// matrix says what "solve" means, and its range conditions stay those of the point where J was
/// made (their age changes the step's error, not its order).
///
/// Error: the error that the step adds, ‖e‖ times the formula's constant, against the tolerances as
/// they are given. Unknowns of index 2 and 3 are scaled by h and h², which is what lets BDF run on
/// these equations at all tolerances: unscaled, their e falls by one and two powers of h less than
/// the test expects, and does not fall at all at a change of step [BCP96, 3.2 and 5.4.2]. Newton's
/// increments are always judged in the scaled norm. The part of velocities that constraints of
/// index 3 leave free is not scaled (SplitNorm).
///
/// Start, also after an event: order 1 and a small step, the order raised and the step doubled with
/// each step. Slopes of algebraic unknowns are not known at the start; their differences count from
/// the first point on, and until they have as many points as the order asks for they are tested by
/// a difference of one degree less. Left out of the test there, the start excites what is stiff:
/// the slider crank at 1e-4 then ends with errors of 2e-4 instead of 1e-8 in its angles.
///
/// With a fixed step the order is fixed too, there is no error test, and the first k points come
/// from this method itself under error control with a tolerance near rounding: the errors seen
/// afterwards are those of the formula.
class Bdf final : public StepMethod {
 public:
  using Options = BdfOptions;

  /// Throws InvalidInput for settings or options that make no sense. The Dae must outlive this.
  Bdf(Dae& dae, const StepSettings& settings, const BdfOptions& options = {});
  Bdf(const Bdf&) = delete;  // the dense output refers to the history
  Bdf& operator=(const Bdf&) = delete;

  const DaeInfo& info() const override { return dae_.info(); }
  const std::string& name() const override { return options_.name; }
  int order() const override { return is_starting_up() ? n_start_ : orders_.order(); }

  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;
  void accept(const Trial& trial) override;
  double next_size(const Trial& trial, const Attempt& last) override;
  double shorter_size(const Trial& trial, const Attempt& last) override;
  bool can_repeat(const Trial& trial, const Attempt& last) override;

  ConstVec y() const override;
  const DenseOutput& dense_output() const override { return dense_output_; }
  std::optional<double> local_error(Vec e) const override;

  void forget_matrices() override;
  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override { state(*this, in); }

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  void renew_formula(double h);
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  std::optional<SingularMatrix> prepare_matrix(double t_new);
  Attempt solve_step(double t_new);
  double solve_increment();
  double error_norm(double size, ConstVec difference);
  void test_error(double size, Attempt& attempt);
  void accept_point(const Trial& trial);
  void renew_if_old(const Trial& trial);
  int bad_row_at(double t);

  // The first points with a fixed step.
  bool is_starting_up() const { return is_fixed_step() && served_ < n_start_; }
  void prepare_starter(const Begin& at);
  [[nodiscard]] Attempt attempt_start(const Trial& trial);
  [[nodiscard]] Attempt attempt_after_short_start(const Trial& trial);
  void accept_start(const Trial& trial);

  Dae& dae_;
  StepSettings settings_;
  BdfOptions options_;
  ErrorNorm norm_;         // of Newton's increments, scaled by the index
  ErrorNorm strict_norm_;  // of the error test when it is strict
  SplitNorm split_norm_;   // of the error test when it is scaled
  NewtonControl newton_;
  JacobianAge age_;
  BdfOrderControl orders_;
  BdfHistory history_;
  BdfDenseOutput dense_output_;
  MatrixKeeper matrix_;
  double direction_ = 1;  // of time
  long n_points_ = 1;     // accepted since the start, with the start

  // Of the step that is attempted.
  BdfFormula formula_;
  int equal_steps_ = 0;         // attempts in a row with this h and order
  double e_norm_ = 0;           // of e in the error test
  double first_increment_ = 0;  // norm of Newton's first one
  int error_failures_ = 0;      // in this step
  BdfOrderErrors errors_;       // of the step just accepted

  // With a fixed step: the first points, all computed with the first of them, and how many steps
  // among them have been accepted.
  std::unique_ptr<StepLoop> starter_;
  Matrix start_values_;
  Vector start_times_;
  int n_start_ = 0;
  int served_ = 0;

  // Workspace.
  Vector differential_;  // 1 for unknowns whose derivative occurs, 0 for others
  Vector y_, ydot_, e_, increment_, difference_, tested_, residual_;
};

}  // namespace pleuel
