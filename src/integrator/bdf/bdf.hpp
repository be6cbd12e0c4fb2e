// Backward differentiation formulas of variable step and order.
#pragma once

#include <memory>
#include <string>

#include "pleuel/integrator/bdf/bdf_history.hpp"
#include "pleuel/integrator/bdf/bdf_order.hpp"
#include "pleuel/integrator/bdf/bdf_piece.hpp"
#include "pleuel/integrator/bdf/jacobian_age.hpp"
#include "pleuel/integrator/control/recent_steps.hpp"
#include "pleuel/integrator/control/split_norm.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"
#include "pleuel/integrator/step_failures.hpp"

namespace pleuel {

/// How unknowns whose derivative does not occur enter the error test.
enum class AlgebraicUnknowns {
  /// As their index says, but a and λ multiplied by h at least: h a is of the size of v. Where a force is stiff, a = −c/m v and the like, the local error
  /// of v times c/m is the error of a, however small the former; at index 1 it would dictate the step.
  scaled,
  tested,  ///< as their index says
  free     ///< not at all
};

struct BdfOptions {
  std::string name = "bdf";  ///< in failure reports
  BdfOrderOptions orders = {};
  int newton_max = 0;  ///< limit of Newton iterations; 0: 6, 8 at index 3, and 25 with a fixed step
  /// κ in units of the tolerance; 0: 0.04, and 1e-5 at index 3. Iteration errors are amplified in the differences that tell the error, so it is
  /// smaller than for one-step methods at equal rtol. At index 3 what Newton's method leaves in g becomes g/h in v and g/h² in λ, and by an old J part
  /// of it enters the free part of v.
  double newton_tolerance = 0;
  JacobianAgeOptions age = {};
  AlgebraicUnknowns algebraic = AlgebraicUnknowns::scaled;
};

/// Variable-step, variable-order BDF of orders 1 to 5 with fixed leading coefficient, on E(t,y) ẏ = r(t,y), 0 = c(t,y) [BCP96, 5.2].
///
/// One step solves residual(t_{n+1}, ω^P + e, ω̇^P + α e) = 0 for e (see BdfFormula) by simplified Newton,
///
///     (α E − J) Δe = residual,     J at the predicted point,
///
/// which is right for singular and for state-dependent E. Rows may outnumber unknowns: the Newton matrix says what "solve" means, and
/// its range conditions stay those of the point where J was made (their age changes the step's error, not its order).
///
/// Error: the error that the step adds, ‖e‖ times the formula's constant, against the tolerances as they are given. Unknowns of index 2 and
/// 3 are scaled by h and h², which is what lets BDF run on these equations at all tolerances: unscaled, their e falls by one
/// and two powers of h less than the test expects, and does not fall at all at a change of step [BCP96, 3.2 and 5.4.2]. Newton's
/// increments are always judged in the scaled norm. The part of velocities that constraints of index 3 leave free is not scaled (SplitNorm).
///
/// Start, also after an event: order 1 and a small step, the order raised and the step doubled with each step. Slopes of algebraic unknowns are
/// not known at the start; their differences count from the first point on, and until they have as many points as the order asks for
/// they are tested by a difference of one degree less. Left out of the test there, the start excites what is stiff: the slider
/// crank at 1e-4 then ends with errors of 2e-4 instead of 1e-8 in its angles.
///
/// With a fixed step the order is fixed too, there is no error test, and the first k points come from this method itself under error
/// control with a tolerance near rounding: the errors seen afterwards are those of the formula.
class Bdf : public Integrator {
 public:
  /// Throws InvalidInput for settings or options that make no sense. The Dae must outlive this.
  Bdf(Dae& dae, const StepSettings& settings, const BdfOptions& options = {});
  Bdf(const Bdf&) = delete;  // the dense piece refers to the history
  Bdf& operator=(const Bdf&) = delete;

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return t_; }
  ConstVec y() const override;
  const DensePiece& piece() const override { return piece_; }
  const Statistics& statistics() const override { return statistics_; }
  std::optional<double> local_error(Vec e) const override;

 private:
  /// Why the last try was given up.
  enum class Trouble { none, newton, not_finite, left_domain, error_test };

  StepOutcome advance(double t_stop);
  double choose_step(double t_stop);
  void renew_formula();
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  bool is_served() const { return 0 <= served_ && served_ < n_start_; }
  double smallest_step() const;
  std::optional<SingularMatrix> try_step(double t_new);
  std::optional<SingularMatrix> prepare_matrix(double t_new);
  Trouble solve_step(double t_new);
  double solve_increment();
  bool is_strictly_converged();
  double error_norm(ConstVec difference);
  Trouble test_error();
  void accept(double t_new);
  void accept_point(double t_new);
  void renew_if_old();
  void plan_next_step(const BdfOrderErrors& errors);
  void shorten_after(Trouble trouble);
  bool has_bad_row(double t);
  void keep_bad_row();

  void prepare_starter(double t, ConstVec y, ConstVec ydot);
  std::optional<Failure> compute_start(double t_stop);
  double start_time(int i, double t_stop) const;
  StepOutcome serve_start(double t_stop);

  std::optional<Failure> forbidden();
  Failure failure_after(Trouble trouble);
  Failure no_matrix(const SingularMatrix& matrix) const;
  StepSituation situation() const;

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
  BdfPiece piece_;
  std::unique_ptr<NewtonMatrix> matrix_;
  Statistics statistics_;
  RecentSteps recent_;

  double t_ = 0;
  double span_ = 0;       // |t_end − t_start|
  double direction_ = 1;  // of time
  long n_points_ = 1;     // accepted since start(), with the start

  // The step being tried and the one planned, both > 0.
  double h_ = 0;
  double h_planned_ = 0;
  BdfFormula formula_;
  int equal_steps_ = 0;  // tries in a row with this h and order
  double err_ = 0;
  double e_norm_ = 0;            // of e in the error test
  double first_increment_ = 0;   // norm of Newton's first one
  double strict_increment_ = 0;  // of Newton's last iteration, with a strict error test
  int error_failures_ = 0;       // in this step
  int singular_in_a_row_ = 0;
  int retries_ = 0;       // of this step
  bool was_cut_ = false;  // by the distance left
  Trouble trouble_ = Trouble::none;

  // What the factors belong to.
  bool has_jacobian_ = false;
  bool jacobian_is_current_ = false;  // evaluated at the point predicted in this try
  double t_jacobian_ = 0;
  double factored_alpha_ = 0;  // 0: factors are not of this Jacobian

  // With a fixed step: the first points, and how many steps among them have been handed out.
  std::unique_ptr<Bdf> starter_;
  Matrix start_values_;
  double t_first_ = 0;
  double start_step_ = 0;
  int n_start_ = 0;
  int served_ = 0;  // negative: not computed yet

  // Workspace.
  Vector differential_;  // 1 for unknowns whose derivative occurs, 0 for others
  Vector y_, ydot_, e_, increment_, difference_, tested_, residual_;
  int bad_row_ = -1;
  LeftDomain left_domain_{""};  // the last one
};

}  // namespace pleuel
