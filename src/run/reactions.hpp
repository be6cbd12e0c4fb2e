// Accelerations and reactions for outputs, with error estimates.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/output_row.hpp"
#include "pleuel/run/reaction_estimate.hpp"
#include "pleuel/run/reaction_solver.hpp"

namespace pleuel {

/// Selects the more accurate of two pairs (a, λ) at one point: that of the method, and the solution
/// of the saddle system at the method's q, v and s.
///
/// At index 2 and 3 the method's λ has a lower order than q and v, and contains the Newton error
/// divided by h or h². The saddle system avoids this but amplifies errors of q and v if forces are
/// stiff. With the method's error estimate e of its last step, the errors are
///
///     own      max |e_λ|
///     saddle   max |λ(q + e_q, v + e_v) − λ(q, v)|,
///
/// The pair with the smaller error is used. For a method without an estimate, the errors of q and v
/// are assumed equal to the tolerance, and that of λ to the difference of the two pairs. Between
/// the ends of steps the dense output has further errors; there this difference counts as an error
/// if it is larger.
///
/// The reported estimate is the error of the chosen pair plus the accumulated effect of the errors
/// of all steps on λ,
///
///     Σ added · |λ(q + ê_q, v + ê_v) − λ(q, v)|,
///
/// with `added` from Integrator::local_error and ê of the size of the tolerance in the direction of
/// e, or along the motion (q̇, v̇) times three if that is smaller. If bodies deform, e itself is
/// used if it gives more. The sum is taken at marks, which depend only on the number of steps and
/// not on what is observed; steps between two marks count like the later one. The growth or decay
/// of errors by the equations is not considered. If undamped elastic motion is too fast for the
/// steps, the method damps it, and the estimate may be several times too small.
class Reactions {
 public:
  /// The equations must outlive this object.
  explicit Reactions(const RunEquations& of);

  /// Uses the errors of the last step of this loop until let_go().
  void follow(const EventLoop& loop) { loop_ = &loop; }
  /// Keeps the errors of the last step; the loop may be destroyed.
  void let_go();

  /// Adds to the sum if outputs depend on a or λ and a mark is reached. Call it after each step.
  void look(double t, ConstVec y);

  /// The motion at (t, y) with the better a and λ; it refers to y and to this object.
  Motion at(double t, ConstVec y);
  /// Returns `at`, or the method's own motion if no output depends on a or λ. This object must
  /// outlive it.
  MotionAt motion_for(const std::vector<MotionOutput>& outputs);
  /// The motion at (t, y) for pictures, as `motion_for` has it, with the pair that was chosen last.
  /// It changes nothing that the other functions return.
  Motion seen(double t, ConstVec y);
  /// Estimate at the evaluated points; empty if there are no reactions or no estimate.
  const std::optional<ReactionEstimate>& estimate() const { return estimate_; }

  /// Discards matrices, then writes all that later estimates depend on.
  void save(StateWriter& out);
  void load(StateReader& in);

 private:
  /// The error of the last step.
  struct LastStep {
    std::optional<double> added;  // see Integrator::local_error
    long n_steps = 0;
  };
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  void make_seen();
  LastStep find_error(ConstVec y);
  bool solve_moved(const Motion& at);
  bool solve_by_tolerance(const Motion& at, ConstVec y);
  enum class Purpose { mark, sample };
  Motion evaluate(double t, ConstVec y, Purpose purpose);
  bool is_between_steps(double t) const;
  void judge(const Motion& at, ConstVec y, Purpose purpose);

  const RunEquations& of_;
  const RunPlan& plan_;
  MechanicalDae* dae_;
  const EventLoop* loop_ = nullptr;
  std::unique_ptr<ReactionSolver> solver_, seen_;
  std::optional<ReactionEstimate> estimate_;
  Tolerances tolerances_;
  double largest_ = 0;  // largest |λ| at marks
  LastStep kept_step_;
  bool is_asked_for_ = false;
  long n_seen_ = 0;  // number of steps included in sum_
  Vector e_, kept_, moved_, a_, lambda_, moved_a_, moved_lambda_, by_step_, by_tolerance_, sum_;
  Vector seen_a_, seen_lambda_;
};

}  // namespace pleuel
