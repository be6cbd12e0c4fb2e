// Runs through singular configurations.
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

/// Whether a failure of this kind can come from constraints that become dependent.
bool may_be_loss_of_rank(FailureKind kind);

/// What is guarded, and how it is made anew.
struct GuardedParts {
  MechanicalDae& dae;                              ///< tells the parts of y; must outlive the guard
  std::shared_ptr<const MechanicalSystem> system;  ///< with independent constraints
  StepSettings step;
  std::function<std::unique_ptr<Integrator>(const StepSettings&)> make;
};

/// An integrator around any other of a mechanism, under every formulation.
///
/// It watches for configurations where constraints become dependent (LossWatch). When one is less
/// than 1.6 of the longest recent steps ahead, the method is led to a point before it, one step of
/// the guard's own leads to a point behind it (BranchCrossing), and the method starts anew there:
/// small steps towards such a configuration would follow drift and rounding onto another branch. A
/// configuration that was stepped over unseen is found afterwards, and J tells whether the branch
/// was kept. What cannot be passed fails with the time, σ, J and the constraints.
class SingularGuard final : public Integrator {
 public:
  explicit SingularGuard(GuardedParts parts);
  /// Takes over what `before` knows of the run: it guarded the same motion with other rows of
  /// constraints. To be called before start.
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
  std::vector<std::string> remarks() const override;
  /// The two parts of them.
  std::vector<std::string> remarks_of_method() const { return inner_->remarks(); }
  std::vector<std::string> remarks_of_passages() const;

  /// The time of a configuration near ahead that will be crossed.
  std::optional<double> near_ahead() const {
    return near_ && !near_->is_missed && near_->t > t() ? std::optional(near_->t) : std::nullopt;
  }
  /// The last step ended within a passage, or at its end.
  bool is_passing() const { return is_crossing_ && t() < crossing_.t_end(); }
  bool has_passed() const { return is_crossing_ && t() >= crossing_.t_end(); }
  /// The failure of a run that left its branch when it passed, for the reason `inequality`.
  Failure left_branch(std::string inequality);

 private:
  /// A singular configuration that is near.
  struct Near {
    double t = 0;       ///< where σ vanishes
    double length = 0;  ///< of the step that shall cross it
    double sine = 0, rate = 0;
    int failures = 0;
    double miss = 0;          ///< by which the motion misses it
    double jump = 0;          ///< J of the step across it
    bool is_leaving = false;  ///< it is behind already
    bool is_missed = false;   ///< by so much that the method must resolve it
    std::string fault = {};   ///< of the last try to cross it
  };
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
  std::optional<Near> crossed_;  // the last one; a step that is done again needs it
  double crossed_from_ = 0;
  double last_crossed_ = -std::numeric_limits<double>::infinity();
  PassageLog log_;
  Vector y_, g_;
  bool is_off_ = false;  // the constraints, so far that the branches have moved
  bool is_taken_over_ = false;
  bool is_crossing_ = false;  // the last step shown was a part of a passage
  double t_end_ = 0;
  Statistics finished_, statistics_;
};

}  // namespace pleuel
