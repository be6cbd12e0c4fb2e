// The first steps of a pair, for the automatic choice.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "pleuel/run/choice/work_model.hpp"
#include "pleuel/run/event_loop.hpp"

namespace pleuel {

/// Integrates the beginning of a run and predicts the cost of all of it. The steps are those of the
/// run itself, with events, breakpoints and guards, and are kept: the first run of the chosen plan
/// takes the pilot over. Exceptions of the model and failures end a pilot; they are not passed on.
class Pilot {
 public:
  /// Computes the start.
  explicit Pilot(RunPlan plan);
  Pilot(const Pilot&) = delete;
  Pilot& operator=(const Pilot&) = delete;

  /// Takes n further steps; fewer if the predicted cost of all steps so far exceeds `seconds`, but
  /// at least four in all.
  void advance(int n, double seconds);

  const RunPlan& plan() const { return plan_; }
  bool has_failed() const { return has_failed_; }
  bool is_finished() const { return loop_ && loop_->is_finished(); }
  bool is_over() const { return has_failed_ || is_finished(); }
  double t() const { return marks_.back().t; }
  long n_steps() const { return static_cast<long>(marks_.size()) - 1; }
  /// Predicted processor time of the steps so far, and of the whole run: the rate of the second
  /// half of the steps is extrapolated, because the first ones belong to the start. Infinite
  /// without steps.
  double seconds() const { return marks_.back().seconds; }
  double predicted() const;
  /// Mean size of the steps in the second half; 0 without steps.
  double mean_step() const;
  double span() const { return plan_.t_end - marks_.front().t; }

  /// The motion at the start.
  Motion motion_at_start() const { return equations_.mechanical->motion(start_.t, start_.y); }
  /// max |gᵢ|/‖Gᵢ‖, the distance of q from the constraints, over atol + rtol max |q|.
  double drift() const;

  const WorkModel& model() const { return model_; }

  /// Prepares the pilot for a run under these names: its loop shows its steps again. False if they
  /// could not be kept.
  [[nodiscard]] bool keep(const ChosenPair& names);
  /// True for the first caller, who may then use the equations, the start and the loop.
  [[nodiscard]] bool take() { return !is_taken_.exchange(true); }
  const RunEquations& equations() const { return equations_; }
  const Start& start() const { return start_; }
  EventLoop& loop() { return *loop_; }
  /// Processor time that a run saves by taking the pilot over.
  double kept_seconds() const { return loop_->kept_seconds(); }

 private:
  struct Mark {
    double t = 0;
    double seconds = 0;
  };
  const Mark& middle() const { return marks_[(marks_.size() - 1) / 2]; }
  double cost() const;

  RunPlan plan_;
  RunEquations equations_;
  WorkModel model_;
  Start start_;
  std::unique_ptr<EventLoop> loop_;
  std::vector<Mark> marks_;  // after each step
  bool has_failed_ = false;
  std::atomic<bool> is_taken_ = false;
};

}  // namespace pleuel
