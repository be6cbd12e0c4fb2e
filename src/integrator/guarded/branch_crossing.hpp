// The passage of one singular configuration, from a state before it to a state behind it.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/dae/tolerances.hpp"
#include "pleuel/integrator/guarded/branch_leap.hpp"
#include "pleuel/integrator/guarded/jump_test.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// Projects a state onto the constraints, steps across the configuration (BranchLeap), projects the
/// end onto the constraints and tests whether the branch was kept. The leap has 5 stages, or 7 or 3
/// if it is not accurate enough or has a node near the configuration.
class BranchCrossing {
 public:
  /// `dae` defines the parts of y and must outlive this object. Tolerances below `finest` count as
  /// `finest`, because rounding/(h σ) cannot be smaller with steps of a useful length: with
  /// σ̇ = 1/s, `shortest` is then 10 ms.
  static constexpr double finest = 1e-9;
  BranchCrossing(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system,
                 const ToleranceRequest& tolerance, bool has_error_test, ConstraintSine& sine);

  struct Result {
    std::string fault = {};  ///< empty: passed
    double jump = 0;         ///< J
    double error = 0;        ///< estimated, in units of the tolerance
    double t = 0;            ///< time of the configuration, from σ at both ends
    double miss = 0;         ///< distance by which the motion misses it, although it was passed
    /// change by projecting the start onto the constraints, in units of the tolerance
    double moved = 0;
    bool is_done() const { return fault.empty(); }
  };
  /// The shortest step across a configuration where σ changes at `rate`, for velocities of the size
  /// of v. The rounding error of v is rounding/(h σ), which must stay below a tenth of the
  /// tolerance.
  double shortest(double rate, ConstVec v) const;
  /// Distance by which the motion from `from` will miss the configuration (near_miss), and the
  /// smallest miss that the tolerance of q can resolve.
  struct Miss {
    double size = 0;
    double doubt = 0;  ///< apparent miss that an error of the prediction can cause
  };
  Miss miss(const StateHistory::State& from, const StateHistory::State* before, double t_singular);
  double least_miss(ConstVec q) const;
  /// Crosses from `from` by `h`; the configuration is at `t_singular`. `before`, an earlier state,
  /// may be null.
  Result cross(const StateHistory::State& from, const StateHistory::State* before, double t_singular,
               double h);

  /// The consistent state at the end of the last completed passage.
  const InitialState& end() const { return end_; }
  double t_end() const { return t_end_; }
  /// y at time t inside the passage.
  void evaluate(double t, Vec y) const;
  const Statistics& statistics() const { return statistics_; }

  /// Discards matrices and the last passage, which must have ended.
  void forget();
  /// All that later passages depend on, after forget().
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.statistics_);
  }

 private:
  BranchLeap& leap_with(int stages);
  void read_tolerances(const ToleranceRequest& tolerance);
  double part_before();
  void evaluate_state(double t, StateHistory::State& at) const;
  double in_tolerances(ConstVec e, ConstVec x) const;

  const MechanicalDae& dae_;
  std::shared_ptr<const MechanicalSystem> system_;
  ConstraintSine& sine_;
  JumpTest jump_test_;
  LeapTolerances tolerances_;
  bool has_error_test_;
  std::array<std::unique_ptr<BranchLeap>, 3> leaps_;
  const BranchLeap* last_ = nullptr;
  StateHistory::State from_;
  InitialState start_, end_;
  double t_end_ = 0;
  Statistics statistics_;
};

/// The part of a passage that is presented as one step.
class CrossingPiece final : public DenseOutput {
 public:
  explicit CrossingPiece(const BranchCrossing& crossing) : crossing_(crossing) {}
  void take(double begin, double end) {
    begin_ = begin;
    end_ = end;
  }
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return 3; }
  void evaluate(double t, Vec y) const override { crossing_.evaluate(t, y); }

 private:
  const BranchCrossing& crossing_;
  double begin_ = 0, end_ = 0;
};

}  // namespace pleuel
