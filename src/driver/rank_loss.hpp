// Runs through singular positions.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/integrator.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// Whether a failure of this kind can come from constraints that have become dependent.
bool may_be_loss_of_rank(FailureKind kind);

/// Whether equations with this name keep g and G v at every stage and ask nothing of G a, so that they can be led through a singular position.
bool can_pass_rank_loss(const std::string& formulation);

/// An integrator that goes through positions where constraints become dependent for a moment, on the branch it came on.
///
/// Near such a position, with σ the smallest sine of a constraint's row of G to the others, a motion q(t) may be smooth, and yet the multipliers of
/// the rows that become dependent are known to rounding/(h σ²) only: Newton's method and the error test, which look at h λ and h η, ask for
/// what cannot be had, and the steps shrink with the distance to the position. What these multipliers do to the motion, σ λ, is known. So
/// when a step has shrunk, or the method fails, or such a position was met before, and σ < 0.1, the method starts anew with a free hand for
/// λ and η: tolerances of 1000 for them, not below `finest_tolerance` for all else (rounding/σ is met there too), and steps at most half as long
/// as the longest before, which keep the error small. They end before the position and behind it, at equal distances: near to it
/// Newton's method would contract nowhere, while so far from it the branches lie far apart, and the iteration begins on the right one, with an extrapolation
/// of the motion. Where a step lands so near to the position that the method fails even so, the rows that are nearly dependent there are left out
/// for a moment (`choosing`, a MinimumNormIntegrator): the motion is then wrong by σ² λ. When σ > 0.12 the start is made consistent, and everything is as before.
class RankLossIntegrator final : public Integrator {
 public:
  using Make = std::function<std::unique_ptr<Integrator>(const StepSettings&)>;

  /// How the method is made: as the user wants it, for steps with a free hand, and for steps without nearly dependent rows.
  struct Makers {
    Make usual, free, choosing;
    double finest_tolerance = 1e-9;  ///< of q, v, a and s in free steps
  };
  /// `dae`, whose unknowns the integrators show, must outlive this.
  RankLossIntegrator(MechanicalDae& dae, const std::shared_ptr<const MechanicalSystem>& system,
                     StepSettings step, Makers make);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return inner_->t(); }
  ConstVec y() const override { return inner_->y(); }
  const DensePiece& piece() const override { return inner_->piece(); }
  const Statistics& statistics() const override { return statistics_; }
  std::optional<double> local_error(Vec e) const override { return inner_->local_error(e); }
  /// How often a singular position was met.
  int passages() const { return passages_; }

 private:
  enum class Mode { usual, free };
  double smallest_sine(double t, ConstVec q);
  bool is_near_loss(double sine);
  /// From a linear extrapolation of σ; infinite when it grows.
  double time_to_loss(double dt);
  /// Where the next free step shall end: not beside a singular position.
  double landing(double t_stop);
  void enter();
  void leave();
  void begin(const Make& make, const Vector& y, const StepSettings& step);
  StepSettings free_settings(double h) const;
  /// The present state put on the constraints.
  Vector consistent() const;
  StepOutcome inner_step(double t_stop);

  MechanicalDae& dae_;
  StepSettings step_;
  Makers make_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  std::unique_ptr<Integrator> inner_;
  Mode mode_ = Mode::usual;
  Mode next_ = Mode::usual;  // of the next step; the piece of the last one is kept until then
  double t_end_ = 0;
  double longest_ = 0, last_ = 0;  // steps in the usual mode, since the start
  int passages_ = 0;
  Statistics finished_, statistics_;
};

}  // namespace pleuel
