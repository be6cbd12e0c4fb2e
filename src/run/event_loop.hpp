// An integrator led through a run: to breakpoints, into events and out of them.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/dae/event_finder.hpp"
#include "pleuel/mechanics/turn_counter.hpp"
#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/restart_moves.hpp"
#include "pleuel/run/run_result.hpp"
#include "pleuel/run/start.hpp"
#include "pleuel/run/switch_watch.hpp"
#include "pleuel/run/zeno_watch.hpp"

namespace pleuel {

/// The part of a step up to an event.
class TruncatedOutput final : public DenseOutput {
 public:
  void take(const DenseOutput& whole, double end) {
    whole_ = &whole;
    end_ = end;
  }
  double begin() const override { return whole_->begin(); }
  double end() const override { return end_; }
  int order() const override { return whole_->order(); }
  void evaluate(double t, Vec y) const override { whole_->evaluate(t, y); }

 private:
  const DenseOutput* whole_ = nullptr;
  double end_ = 0;
};

/// What one call of EventLoop::advance brought.
struct Segment {
  enum class Restart { none, breakpoint, jump };
  std::optional<Failure> failure = {};
  double begin = 0;
  double t = 0;                     ///< where it ends; at `begin`, when a jump followed at once
  Restart restart = Restart::none;  ///< whether the state was made anew at its end
  double h = 0;                     ///< of the method's step; 0: there was none
  int order = 0;
};

/// The same for every method. One segment is an accepted step, or the part of it before an event.
///
/// Events are located on the dense output. Its error inside a step is larger than at the ends, so
/// before a state is taken from it, the step is done again such that it ends where the event was
/// seen ("landing"); the event is then found so near to an end of a step that the dense is as good
/// as the step itself.
///
/// Corners of the forces (SystemEvaluator::corners) are found in the same way, also where a step
/// would pass over them in between, and a step is done again to end there. The method goes on
/// without a restart.
///
/// Breakpoints: a method is led to the last double before each, t⁻, and started anew at t itself,
/// so that it never sees values of both sides in one step. Switching times of the model's formulas
/// are breakpoints; those not known before the run are found ahead of each step. After a jump its
/// first step takes at most a quarter of the time since the jump before, lest a short bounce be
/// passed over.
class EventLoop {
 public:
  /// The equations must outlive this.
  explicit EventLoop(const RunEquations& of);

  /// Starts the method. May throw what the model throws.
  void start(const Start& start);
  [[nodiscard]] Segment advance();

  bool is_finished() const { return has_stopped_ || t_ >= plan_.t_end; }
  double t() const { return t_; }
  /// The state from which the method goes on.
  ConstVec y() const { return y_; }
  /// The end of the last segment; it differs from y() after a restart.
  ConstVec y_end() const { return y_end_; }
  const DenseOutput& dense_output() const { return dense_output_; }
  const std::vector<RunEvent>& events() const { return log_; }
  bool has_stopped() const { return has_stopped_; }
  const Statistics& statistics() const { return integrator_->statistics(); }
  /// See Integrator::local_error.
  std::optional<double> local_error(Vec e) const { return integrator_->local_error(e); }
  /// What the user should know: of restarts, and of the method.
  std::vector<std::string> remarks() const;

 private:
  std::optional<Segment> step();
  double next_stop() const;
  bool is_landing_wanted(double t_event) const;
  bool lands_on_corner(const DenseOutput& whole, double end);
  void land_at(double t_event);
  void step_again_to(double t);
  std::optional<Failure> enter_events(Segment& segment);
  bool is_breakpoint_due() const;
  void pass_breakpoint(Segment& segment);
  void go_on_from(const Start& start);
  Failure standstill(const StepOutcome& outcome) const;
  /// The last step again, half as long, because it leaves a turn in doubt; a failure where it
  /// cannot be shorter.
  std::optional<Failure> halve(const DoubtfulTurn& doubt);
  Motion motion() const { return of_.mechanical->motion(t_, y_); }

  const RunEquations& of_;
  const RunPlan& plan_;
  std::unique_ptr<Integrator> integrator_;
  EventFinder finder_;
  EventFinder corners_;
  TurnCounter turns_;
  ZenoWatch zeno_;
  std::vector<Breakpoint> breakpoints_;  // those ahead, the nearest last
  SwitchWatch switches_;
  RestartMoves moves_;
  std::vector<RunEvent> log_;
  std::vector<std::string> remarks_;
  std::vector<FoundEvent> found_;
  TruncatedOutput dense_output_;

  double t_ = 0;
  Vector y_, ydot_, y_end_;
  // The method starts at (t_, y_, ydot_) before its next step; until then its dense output is kept.
  bool is_start_due_ = false;
  double t_before_ = 0;  // the last step's beginning
  Vector y_before_;
  bool has_stopped_ = false;
  bool can_land_ = false;
  double landing_ = 0;            // where the step done again must end
  int n_landings_ = 0;            // for the event ahead
  bool is_corner_ahead_ = false;  // at landing_
  int n_corner_landings_ = 0;     // of this step
  double first_stop_ = 0;         // of the first step after a jump
};

}  // namespace pleuel
