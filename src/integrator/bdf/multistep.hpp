// What BDF and MEBDF share: history, error test, control of order and step size, start.
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

/// How algebraic unknowns enter the error test.
enum class AlgebraicUnknowns {
  /// According to their index, but a and λ are multiplied at least by h, because h a has the size
  /// of v. For a stiff force such as a = −c/m v, the error of a is c/m times that of v; at index 1
  /// it would dictate the step.
  scaled,
  tested,  ///< according to their index
  free     ///< not tested
};

struct MultistepOptions {
  std::string name = "bdf";  ///< in failure reports
  BdfOrderOptions orders = {};
  int newton_max = 0;  ///< limit of Newton iterations; 0: 6, 8 at index 3, and 25 with a fixed step
  /// κ in units of the tolerance; 0: 0.04/error_factor, and 1e-5 at index 3. The differences that
  /// estimate the error amplify iteration errors, so κ is smaller than for one-step methods at
  /// equal rtol. At index 3 a Newton residual of g becomes g/h in v and g/h² in λ, and with an old
  /// J a part enters the free part of v.
  double newton_tolerance = 0;
  JacobianAgeOptions age = {};
  double error_factor = 1;  ///< factor on estimated errors
  AlgebraicUnknowns algebraic = AlgebraicUnknowns::scaled;
};

/// A multistep method with variable step size and order for E(t,y) ẏ = r(t,y), 0 = c(t,y).
///
/// A step of order k solves residual(t, y, ẏ) = 0 once or more often, each time for a correction e
/// of y that changes ẏ by α e, by a simplified Newton iteration
///
///     (α E − J) Δe = residual,     J at the predicted point,
///
/// which is valid for singular and state-dependent E. Rows may outnumber unknowns: the Newton
/// matrix then defines the solution. Its range conditions belong to the point of the last Jacobian,
/// which changes the step's error but not its order.
///
/// The step ends with e = y_{n+1} − ω^P(t_{n+1}), ω^P the polynomial of degree k through the last
/// k + 1 points (BdfFormula). Its estimated error is ‖e‖ times the formula's constant, tested with
/// the given tolerances. Unknowns of index 2 and 3 are scaled by h and h²: unscaled, their e
/// decreases by one and two powers of h less than the test expects, and not at all when the step
/// size changes [BCP96, 3.2 and 5.4.2]. Newton increments are always measured in the scaled norm.
/// The free part of velocities at index 3 is not scaled (SplitNorm).
///
/// A start, also after an event, uses order 1 and a small step; each step raises the order and
/// doubles the step size. The slopes of algebraic unknowns are unknown at the start. Their
/// differences count from the first point on. Until they have enough points for the order, they are
/// tested with a difference of one degree less, because an untested start excites stiff components.
///
/// With a fixed step, the order is fixed and there is no error test. The first k points are
/// computed by this method under error control with a tolerance near rounding, so that the later
/// errors are those of the formula.
class Multistep : public StepMethod {
 public:
  using Options = MultistepOptions;

  Multistep(const Multistep&) = delete;  // the dense output refers to the history
  Multistep& operator=(const Multistep&) = delete;

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
  std::vector<std::string> remarks() const override;

  std::optional<UnsolvedSystem> unsolved() const override { return matrix_.unsolved(); }
  void forget_matrices() override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

 protected:
  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  Multistep(Dae& dae, const StepSettings& settings, const MultistepOptions& options, int largest_order);

  /// α h of a step of this order.
  virtual double leading_coefficient(int order) const = 0;
  /// Solves the step for e(), from the prediction in y() and ydot().
  [[nodiscard]] virtual Attempt solve(const Trial& trial) = 0;
  /// A method of the same kind with other settings.
  virtual std::unique_ptr<StepMethod> sibling(const StepSettings& settings,
                                              const MultistepOptions& options) const = 0;

  /// Solves residual(t, y_ + Δ, ydot_ + αΔ) = 0 and adds Δ to e_. y_ and ydot_ do not contain the
  /// last increment.
  [[nodiscard]] Attempt solve_stage(double t, NewtonControl& newton);
  /// Starts a Newton iteration at t with the rate that the Jacobian's age predicts.
  void begin_stage(double t, NewtonControl& newton) const;

  Dae& dae() const { return dae_; }
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  NewtonOptions newton_options() const { return newton_.options(); }
  double age_of_jacobian(double t) const;
  /// True if the error test has the norm of Newton increments.
  bool tests_like_newton() const;

  const BdfHistory& history() const { return history_; }
  const BdfFormula& formula() const { return formula_; }
  BdfOrderControl& orders() { return orders_; }

  NewtonControl newton_;
  // Data of the attempted step.
  double e_norm_ = -1;            // norm of e in the error test; negative: not computed yet
  double largest_increment_ = 0;  // largest norm of the first Newton increment of a stage
  double newton_rate_ = -1;       // measured in this step; negative: not measured
  double newton_distance_ = 0;    // from the Jacobian to where it was measured
  Vector y_, ydot_, e_;

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  void renew_formula(double h);
  std::optional<SingularMatrix> prepare_matrix(double t_new);
  double solve_increment(NewtonControl& newton);
  double error_norm(double size, ConstVec difference);
  void test_error(double size, Attempt& attempt);
  void accept_point(const Trial& trial);
  void renew_if_old(const Trial& trial);
  // Trials of the stable order: see StabilityLimit.
  void prepare_trials();
  void compare_with_stable_order(const Trial& last);
  [[nodiscard]] bool has_gain(const Trial& last, long& n_steps);
  struct Distance {
    double length = 0;
    int n_steps = 0;
  };
  [[nodiscard]] Distance try_steps(const Trial& last, int n_steps, double enough);
  void keep_position();
  void return_to_position(const Trial& last);
  int bad_row_at(double t);

  // The first points with a fixed step.
  bool is_starting_up() const { return is_fixed_step() && served_ < n_start_; }
  void prepare_starter(const Begin& at);
  [[nodiscard]] Attempt attempt_start(const Trial& trial);
  [[nodiscard]] Attempt attempt_after_short_start(const Trial& trial);
  void accept_start(const Trial& trial);

  Dae& dae_;
  StepSettings settings_;
  MultistepOptions options_;
  int largest_order_;
  ErrorNorm norm_;         // for Newton increments, scaled by the index
  ErrorNorm strict_norm_;  // for a strict error test
  SplitNorm split_norm_;   // for a scaled error test
  JacobianAge age_;
  BdfOrderControl orders_;
  BdfHistory history_;
  BdfDenseOutput dense_output_;
  MatrixKeeper matrix_;
  double direction_ = 1;  // of time
  long n_points_ = 1;     // accepted points since the start, including the start

  BdfFormula formula_;
  int equal_steps_ = 0;     // consecutive attempts with this h and order
  int error_failures_ = 0;  // in this step
  BdfOrderErrors errors_;   // of the last accepted step
  bool wants_trial_ = false;  // of the stable order, after this step

  /// What steps change, except matrices, and where J was made.
  struct Position {
    NewtonControl newton;
    JacobianAge age;
    BdfOrderControl orders;
    BdfHistory history;
    BdfFormula formula;
    BdfOrderErrors errors;
    long n_points = 1;
    int equal_steps = 0;
    int error_failures = 0;
    double e_norm = -1;
    Vector e;
    bool has_jacobian = false;
    double t_jacobian = 0;
    Vector y_jacobian, ydot_jacobian;
  };
  std::unique_ptr<Position> before_trial_;  // null: stability is not watched
  Vector y_jacobian_, ydot_jacobian_;       // where J was made; empty: stability is not watched

  // With a fixed step: the first points, all computed in the first step, and the number of accepted
  // steps among them.
  std::unique_ptr<StepLoop> starter_;
  Matrix start_values_;
  Vector start_times_;
  int n_start_ = 0;
  int served_ = 0;

  Vector differential_;  // 1 for unknowns whose derivative occurs, 0 for others
  Vector increment_, difference_, tested_, residual_;
};

}  // namespace pleuel
