// A pair of formulation and method that gives way to another one during a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/integrator/integrator.hpp"
#include "pleuel/run/choice/selected_output.hpp"
#include "pleuel/run/choice/work_model.hpp"
#include "pleuel/run/method_change.hpp"
#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// Begins with the pair of a plan and changes to a second pair and back, each time as a restart at
/// the end of a step. y always has the unknowns of the first pair.
///
/// A derived class decides on the changes in look(), after each step. A first pair that fails for
/// want of short enough steps gives way in any case.
///
/// All decisions follow from counts of work, so that equal runs give equal results.
class TwoMethods : public Integrator, public Restorable {
 public:
  /// The second pair. The references must outlive the run.
  struct Pair {
    const Formulation& formulation;
    const Method& method;
    const OptionValues& options;
    const Settings& settings;
    const StepSettings& step;
  };

  /// The equations and their plan, which must outlive this object. `first`: their method.
  TwoMethods(const RunEquations& of, std::unique_ptr<Integrator> first, const Pair& second);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return active().t(); }
  ConstVec y() const override { return is_first_ ? first_->y() : view(y_); }
  const DenseOutput& dense_output() const override {
    return is_first_ ? first_->dense_output() : dense_output_;
  }
  const Statistics& statistics() const override { return statistics_; }
  std::optional<double> local_error(Vec e) const override;
  bool is_limited_by_stability() const override { return active().is_limited_by_stability(); }
  std::vector<std::string> remarks() const override;

  const std::vector<MethodChange>& changes() const { return changes_; }

  Restorable* restorable() override { return this; }
  bool can_be_saved() const override;
  void save(StateWriter& out) override;
  void load(StateReader& in) override;

 protected:
  /// Called after each successful step; may call want_change.
  virtual void look() = 0;

  const RunPlan& plan() const { return of_.plan; }
  const MechanicalSystem& system() const { return *of_.system; }
  const Integrator& first() const { return *first_; }
  bool is_first() const { return is_first_; }
  long n_steps() const { return n_steps_; }
  double time_left() const { return t_end_ - t(); }
  Motion motion() const { return of_.mechanical->motion(t(), y()); }
  const WorkModel& first_model();

  /// Predicted seconds per second of the motion, over the last eight to sixteen steps.
  double rate();
  /// The same of the second pair in sixteen steps from here, which are then forgotten; empty if it
  /// does not take them.
  std::optional<double> rate_of_trial();
  /// The change takes place before the next step, so that the last one can still be evaluated. The
  /// reason is a clause.
  void want_change(std::string reason);

  /// Factor of the steps that must pass after a change in vain.
  static constexpr long patience_growth = 4;
  /// Steps before the next change, and after which look() compares next; both are saved.
  long patience_ = 0, next_look_ = 0;
  /// Of the pair before the last change; 0 if it is not compared.
  double left_rate_ = 0;

 private:
  struct Mark {
    double t = 0;
    Statistics work;

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.t, self.work);
    }
  };
  /// What decides on the next change. The two methods have states of their own.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.is_first_, self.t_end_, self.h_, self.first_size_, self.finished_, self.finished_remarks_,
           self.changes_, self.is_change_due_, self.reason_, self.n_steps_, self.patience_, self.next_look_,
           self.left_rate_, self.old_mark_, self.mark_);
  }
  Integrator& active() const { return is_first_ ? *first_ : *second_; }
  Statistics own_work() const { return active().statistics(); }
  bool change();
  void make_models();
  void make_dae();
  std::unique_ptr<Integrator> started_second(double t, const InitialState& state);
  void start_second(double t, const InitialState& state);
  void take();
  void mark();

  const RunEquations& of_;
  Pair second_pair_;
  std::unique_ptr<Integrator> first_, second_;
  std::unique_ptr<MechanicalDae> dae_;  // of the second method
  std::optional<WorkModel> first_model_, second_model_;
  SelectedOutput dense_output_;
  bool is_first_ = true;
  double t_end_ = 0;
  double h_ = 0;           // of the last step
  double first_size_ = 0;  // of the second method
  Vector y_;
  Statistics finished_, statistics_;  // of earlier second methods; of all
  std::vector<std::string> finished_remarks_;
  std::vector<MethodChange> changes_;
  bool is_change_due_ = false;
  std::string reason_;  // of the change that is due
  long n_steps_ = 0;    // since the last change
  Mark old_mark_, mark_;
};

}  // namespace pleuel
