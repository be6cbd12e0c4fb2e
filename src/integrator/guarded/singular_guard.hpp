// Integrates through singular configurations.
#pragma once

#include <functional>
#include <limits>
#include <memory>

#include "pleuel/integrator/guarded/branch_crossing.hpp"
#include "pleuel/integrator/guarded/jump_test.hpp"
#include "pleuel/integrator/guarded/loss_watch.hpp"
#include "pleuel/integrator/guarded/passage_log.hpp"
#include "pleuel/integrator/integrator.hpp"

namespace pleuel {

/// True if dependent constraints can cause a failure of this kind.
bool may_be_loss_of_rank(FailureKind kind);

/// What is guarded, and how it is restarted.
struct GuardedParts {
  MechanicalDae& dae;                              ///< defines the parts of y; outlives the guard
  std::shared_ptr<const MechanicalSystem> system;  ///< with independent constraints
  StepSettings step;
  std::function<std::unique_ptr<Integrator>(const StepSettings&)> make;
};

/// Wraps any integrator of a mechanism, for every formulation.
///
/// It monitors the motion for singular configurations, where constraints become dependent
/// (LossWatch). If one is less than 1.6 of the longest recent steps ahead, the method integrates to
/// a point before it. One step of the guard then leads to a point behind it (BranchCrossing), where
/// the method restarts. Small steps towards such a configuration would follow drift and rounding
/// onto another branch.
///
/// A configuration that was passed undetected is found afterwards, and J shows whether the branch
/// was kept. If a passage is impossible, the run fails with the time, σ, J and the constraints.
class SingularGuard final : public Integrator, public Restorable {
 public:
  explicit SingularGuard(GuardedParts parts);
  /// Takes over the state of `before`, which guarded the same motion with other constraint rows.
  /// Call it before start.
  void go_on_from(const SingularGuard& before);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return is_crossing_ ? dense_output_.end() : inner_->t(); }
  ConstVec y() const override { return is_crossing_ ? view(y_) : inner_->y(); }
  const DenseOutput& dense_output() const override {
    return is_crossing_ ? dense_output_ : inner_->dense_output();
  }
  const Statistics& statistics() const override { return statistics_; }
  std::optional<double> local_error(Vec e) const override {
    return is_crossing_ ? std::nullopt : inner_->local_error(e);
  }
  bool is_limited_by_stability() const override { return inner_->is_limited_by_stability(); }
  std::vector<std::string> remarks() const override;
  /// The two parts of the remarks.
  std::vector<std::string> remarks_of_method() const { return inner_->remarks(); }
  std::vector<std::string> remarks_of_passages() const;

  /// Null if the guarded method has no state to save.
  Restorable* restorable() override { return inner_->restorable() != nullptr ? this : nullptr; }
  /// False within a passage.
  bool can_be_saved() const override { return !is_crossing_; }
  void save(StateWriter& out) override;
  void load(StateReader& in) override;

  /// Time of a singular configuration near ahead that will be crossed.
  std::optional<double> near_ahead() const {
    return near_ && !near_->is_missed && near_->t > t() ? std::optional(near_->t) : std::nullopt;
  }
  /// True if the last step ended inside a passage or at its end.
  bool is_passing() const { return is_crossing_ && t() < crossing_.t_end(); }
  bool has_passed() const { return is_crossing_ && t() >= crossing_.t_end(); }
  /// The failure of a run that left its branch in a passage, because of `inequality`.
  Failure left_branch(std::string inequality);

 private:
  /// A nearby singular configuration.
  struct Near {
    double t = 0;       ///< time at which σ vanishes
    double length = 0;  ///< length of the step that crosses it
    double sine = 0, rate = 0;
    int failures = 0;
    double miss = 0;          ///< distance by which the motion misses it
    double jump = 0;          ///< J of the step across it
    bool is_leaving = false;  ///< it is already behind
    bool is_missed = false;   ///< missed so far that the method must resolve it
    std::string fault = {};   ///< fault of the last attempted crossing

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.t, self.length, self.sine, self.rate, self.failures, self.miss, self.jump, self.is_leaving,
             self.is_missed, self.fault);
    }
  };
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  StepOutcome guarded_step(double t_stop);
  StepOutcome inner_step(double t_stop);
  std::optional<double> crossing_step(double t_stop) const;
  double ordinary_stop(double t_stop) const;
  void measure_miss(double h);
  bool try_to_leave();
  StateHistory::State present() const;
  const StateHistory::State* earlier(double t) const;
  bool try_to_cross(double h);
  StepOutcome show_crossing(double t_stop);
  void begin(const InitialState& x, double t, double h);
  void put_on_constraints();
  void follow(const Motion& at);
  void find_near_failure();
  std::optional<Failure> verify();
  Failure failure_near(const Near& near, const std::string& what, std::string inequality);

  GuardedParts parts_;
  std::unique_ptr<Integrator> inner_;
  LossWatch watch_;
  JumpTest jump_test_;
  BranchCrossing crossing_;
  CrossingPiece dense_output_;
  LongestStep longest_;
  StateHistory history_;
  std::optional<Near> near_;
  std::optional<Near> crossed_;  // the last one; needed if a step is repeated
  double crossed_from_ = 0;
  double last_crossed_ = -std::numeric_limits<double>::infinity();
  PassageLog log_;
  Vector y_, g_;
  bool is_off_ = false;  // constraint violation large enough to move the branches
  bool is_taken_over_ = false;
  bool is_crossing_ = false;  // the last step was a part of a passage
  double t_end_ = 0;
  Statistics finished_, statistics_;
};

}  // namespace pleuel
