// An explicit method that gives way to an implicit one where the motion is stiff.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/integrator/integrator.hpp"
#include "pleuel/run/choice/work_model.hpp"
#include "pleuel/run/method_change.hpp"
#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// A dense output of other equations, of which y takes some unknowns.
class SelectedOutput final : public DenseOutput {
 public:
  /// y[i] = x[from[i]], where x has n unknowns.
  void select(std::vector<int> from, Eigen::Index n) {
    from_ = std::move(from);
    room_.setZero(n);
  }
  void take(const DenseOutput& of) { of_ = &of; }
  double begin() const override { return of_->begin(); }
  double end() const override { return of_->end(); }
  int order() const override { return of_->order(); }
  void evaluate(double t, Vec y) const override {
    of_->evaluate(t, room_);
    pick(room_, y);
  }
  void pick(ConstVec x, Vec y) const {
    for (std::size_t i = 0; i < from_.size(); ++i) y[static_cast<Eigen::Index>(i)] = x[from_[i]];
  }
  Vector& room() const { return room_; }

 private:
  const DenseOutput* of_ = nullptr;
  std::vector<int> from_;
  mutable Vector room_;
};

/// Begins with the explicit method of a plan and changes to the pair RunPlan::stiff and back, each
/// time as a restart at the end of a step. y is always (q, v, a, λ, s), as in the explicit method.
///
/// - Explicit to implicit: stability limits the steps (Integrator::is_limited_by_stability), or the
///   explicit method fails.
/// - Implicit to explicit: the fastest rate of the motion (FastestRates) would allow an explicit
///   method half the present work. This is looked at after 64, 128, 256, … steps.
/// - After each change, sixteen steps show whether the new method needs less work per second of the
///   motion than the old one did (WorkModel). If not, the old one goes on, and four times as many
///   steps as before must pass until the next change. Steps of such a trial are kept.
///
/// All decisions follow from counts of work, so that equal runs give equal results.
class TwoMethods final : public Integrator, public Restorable {
 public:
  /// The equations and their plan, which must outlive this object. `first`: the explicit method.
  TwoMethods(const RunEquations& of, std::unique_ptr<Integrator> first);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return active().t(); }
  ConstVec y() const override { return is_explicit_ ? explicit_->y() : view(y_); }
  const DenseOutput& dense_output() const override {
    return is_explicit_ ? explicit_->dense_output() : dense_output_;
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
    stream(self.is_explicit_, self.t_end_, self.h_, self.first_size_, self.finished_, self.finished_remarks_,
           self.changes_, self.is_change_due_, self.reason_, self.n_steps_, self.patience_, self.next_look_,
           self.left_rate_, self.old_mark_, self.mark_);
  }
  Integrator& active() const { return is_explicit_ ? *explicit_ : *implicit_; }
  const RunPlan& stiff() const { return *of_.plan.stiff; }
  Statistics own_work() const { return active().statistics(); }
  double rate() const;
  bool may_rescue(const Failure& failure) const;
  void want_change(std::string reason);
  bool change();
  void start_implicit(double t, const InitialState& state);
  void make_implicit();
  void make_models();
  void take();
  void look();
  bool is_explicit_faster();
  Motion motion() const { return of_.mechanical->motion(t(), y()); }

  const RunEquations& of_;
  std::unique_ptr<Integrator> explicit_, implicit_;
  std::unique_ptr<MechanicalDae> dae_;  // of the implicit method
  std::optional<WorkModel> explicit_model_, implicit_model_;
  SelectedOutput dense_output_;
  bool is_explicit_ = true;
  double t_end_ = 0;
  double h_ = 0;           // of the last step
  double first_size_ = 0;  // of the implicit method
  Vector y_;
  Statistics finished_, statistics_;  // of earlier implicit methods; of all
  std::vector<std::string> finished_remarks_;
  std::vector<MethodChange> changes_;
  bool is_change_due_ = false;
  std::string reason_;    // of the change that is due
  long n_steps_ = 0;      // since the last change
  long patience_;         // steps before a change
  long next_look_ = 0;    // of the implicit method
  double left_rate_ = 0;  // of the method before the last change; 0: there is no trial
  Mark old_mark_, mark_;
};

}  // namespace pleuel
