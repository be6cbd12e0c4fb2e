// Accelerations and reactions for outputs, and how far off they may be.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/mechanics/acceleration_saddle.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/output_row.hpp"
#include "pleuel/run/reaction_estimate.hpp"

namespace pleuel {

/// The better of two pairs (a, λ) at one point: the method's own, and the one that the saddle
/// system gives at the method's q, v and s.
///
/// At index 2 and 3 the method's own λ has a lower order than q and v, and carries what Newton's
/// method left, divided by h or h². The saddle system has no such losses, but amplifies errors of q
/// and v where forces are stiff. With e the method's estimate of the error of its last step the
/// errors of the two are
///
///     own      max |e_λ|
///     saddle   max |λ(q + e_q, v + e_v) − λ(q, v)|,
///
/// and the pair with the smaller one is taken. A method without an estimate counts as wrong by the
/// tolerance in q and v, and its λ by the difference of the two.
///
/// The estimate is the error of the pair taken, and the sum of what the errors that all steps have
/// added change λ by,
///
///     Σ added · |λ(q + ê_q, v + ê_v) − λ(q, v)|,
///
/// `added` of Integrator::local_error, ê of the size of the tolerance in the direction of e; or
/// along the motion, (q̇, v̇), times three, where that gives less. Where bodies deform, e itself
/// counts where that gives more. Steps between two points that are asked for count as the later
/// one. How the equations let errors grow or decay is not looked at. Where undamped elastic motion
/// is too fast for the steps it is damped by the method, and the estimate may be several times too
/// small.
class Reactions {
 public:
  /// The equations must outlive this.
  explicit Reactions(const RunEquations& of);

  /// Errors are those of the last step of this loop, from now on until it is let go.
  void follow(const EventLoop& loop) { loop_ = &loop; }
  /// Keeps the errors of the last step; the loop may end.
  void let_go();

  /// Adds up errors where outputs depend on a or λ and no point has been asked for of late; to be
  /// called after each step.
  void look(double t, ConstVec y);

  /// The motion at (t, y) with the better a and λ; it refers to y and to this.
  Motion at(double t, ConstVec y);
  /// `at`, or the method's own motion where none of the outputs depends on a or λ. This must
  /// outlive it.
  MotionAt motion_for(const std::vector<MotionOutput>& outputs);
  /// Of the points asked for; nothing where there are no reactions, or none can be told.
  const std::optional<ReactionEstimate>& estimate() const { return estimate_; }

 private:
  /// The error of the last step.
  struct LastStep {
    std::optional<double> added;  // see Integrator::local_error
    long n_steps = 0;
  };
  bool solve(const Motion& at, Vec a, Vec lambda);
  bool solve_chosen(const Motion& at, Vec a, Vec lambda);
  bool renew_choice(const Motion& at);
  LastStep find_error(ConstVec y);
  bool solve_moved(const Motion& at);
  bool solve_by_tolerance(const Motion& at, ConstVec y);
  void judge(const Motion& at, ConstVec y);

  const RunPlan& plan_;
  MechanicalDae* dae_;
  const EventLoop* loop_ = nullptr;
  std::optional<ConstraintChoice> choice_;  // where constraints repeat each other
  std::unique_ptr<AccelerationSaddle> saddle_;
  std::optional<ReactionEstimate> estimate_;
  Tolerances tolerances_;
  double largest_ = 0;  // |λ| so far
  LastStep kept_step_;
  bool is_asked_for_ = false;
  long n_seen_ = 0;  // steps that sum_ holds
  Vector e_, kept_, moved_, a_, lambda_, chosen_, moved_a_, moved_lambda_, by_step_, by_tolerance_, sum_;
};

}  // namespace pleuel
