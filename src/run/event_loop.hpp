// Integrates a run across breakpoints and events.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/dae/event_finder.hpp"
#include "pleuel/mechanics/revolution_counter.hpp"
#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/method_change.hpp"
#include "pleuel/run/restart_moves.hpp"
#include "pleuel/run/run_result.hpp"
#include "pleuel/run/segment_tape.hpp"
#include "pleuel/run/start.hpp"
#include "pleuel/run/switch_watch.hpp"
#include "pleuel/run/zeno_watch.hpp"

namespace pleuel {

class TwoMethods;

/// The part of a dense output up to an event.
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
  std::unique_ptr<DenseOutput> copy_whole() const { return whole_->copy(); }

 private:
  const DenseOutput* whole_ = nullptr;
  double end_ = 0;
};

/// The same for every method. One segment is an accepted step, or the part of it before an event.
///
/// Events are located on the dense output, whose error inside a step is larger than at the ends.
/// Therefore the step is repeated so that it ends at the event ("landing"). The event is then so
/// near to an end that the dense output is as accurate as the step.
///
/// Corners of the forces (SystemEvaluator::corners) are located in the same way, and the step is
/// repeated to end there. The method continues without a restart.
///
/// Breakpoints: a method integrates to the last double before each breakpoint, t⁻, and restarts at
/// t, so that no step evaluates both sides. Switching times of the model's formulas are
/// breakpoints; those not known before the run are found ahead of each step. After a jump, the
/// first step is at most a quarter of the time since the previous jump, so that short bounces are
/// not missed.
class EventLoop {
 public:
  /// The equations must outlive this object.
  explicit EventLoop(const RunEquations& of);

  /// Starts the method. Passes on exceptions of the model.
  void start(const Start& start);
  [[nodiscard]] Segment advance();

  /// Keeps all segments from the start on; call it after start().
  void record();
  /// Goes back to the start: advance() then shows the recorded segments again before it continues.
  /// False if the method's steps could not be kept.
  [[nodiscard]] bool rewind();
  /// Processor time of the recorded segments.
  double kept_seconds() const { return tape_ ? tape_->seconds() : 0; }

  bool is_finished() const { return !is_replaying_ && (has_stopped_ || t_ >= plan_.t_end); }
  double t() const { return is_replaying_ ? tape_->shown().t : t_; }
  /// The state from which the method continues.
  ConstVec y() const { return is_replaying_ ? tape_->shown().y : y_; }
  /// The end of the last segment; it differs from y() after a restart.
  ConstVec y_end() const { return is_replaying_ ? tape_->shown().y_end : y_end_; }
  const DenseOutput& dense_output() const { return dense_output_; }
  const std::vector<RunEvent>& events() const { return log_; }
  bool has_stopped() const { return !is_replaying_ && has_stopped_; }
  const Statistics& statistics() const {
    return is_replaying_ ? tape_->shown().statistics : integrator_->statistics();
  }
  /// See Integrator::local_error.
  std::optional<double> local_error(Vec e) const;
  /// Changes of the method so far; empty unless the choice is automatic.
  std::vector<MethodChange> method_changes() const;
  /// Remarks on restarts and of the method.
  std::vector<std::string> remarks() const;

  /// True if the run can be saved here: not within a passage of a singular configuration.
  bool can_be_saved() const;
  /// Discards matrices, then writes the state between two segments, without the log of events. The
  /// method must be one that can be saved (MethodTraits::can_be_saved).
  void save(StateWriter& out);
  /// Continues from a saved state. Call it after start(); `events` are those before the state.
  void load(StateReader& in, std::vector<RunEvent> events);

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  std::optional<Segment> step();
  Segment advance_method();
  Segment show_next();
  void keep(const Segment& segment, double seconds);
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
  /// Repeats the last step with half its size, because the number of revolutions is doubtful.
  /// Returns a failure if it cannot be shorter.
  std::optional<Failure> halve(const DoubtfulRevolution& doubt);
  Motion motion() const { return of_.mechanical->motion(t_, y_); }

  const RunEquations& of_;
  const RunPlan& plan_;
  std::unique_ptr<Integrator> integrator_;
  const TwoMethods* two_methods_ = nullptr;  // the integrator, if it may change the method
  EventFinder finder_;
  EventFinder corners_;
  RevolutionCounter revolutions_;
  ZenoWatch zeno_;
  std::vector<Breakpoint> breakpoints_;  // breakpoints ahead, nearest last
  SwitchWatch switches_;
  RestartMoves moves_;
  std::vector<RunEvent> log_;
  std::vector<std::string> remarks_;
  std::vector<FoundEvent> found_;
  TruncatedOutput dense_output_;

  double t_ = 0;
  Vector y_, ydot_, y_end_;
  // The method restarts at (t_, y_, ydot_) before its next step; until then its dense output is
  // kept.
  bool is_start_due_ = false;
  double t_before_ = 0;  // start of the last step
  Vector y_before_;
  bool has_stopped_ = false;
  bool can_land_ = false;
  double landing_ = 0;            // end of the repeated step
  int n_landings_ = 0;            // landings for the current event
  bool is_corner_ahead_ = false;  // at landing_
  int n_corner_landings_ = 0;     // in this step
  double next_landing_ = 0;       // after landing_
  double first_stop_ = 0;         // end of the first step after a jump
  std::optional<SegmentTape> tape_;
  bool is_recording_ = false, is_replaying_ = false;
};

}  // namespace pleuel
