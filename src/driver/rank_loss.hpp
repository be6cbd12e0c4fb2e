// Runs through singular positions.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/integrator/integrator.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
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
/// when steps have shrunk a hundredfold, or the method fails, and σ < 0.1, the method starts anew with a free hand for
/// λ and η: tolerances of 1000 for them, not below 1e-9 for all else (rounding/σ is met there too), and steps at most half as long
/// as the longest before. The branch is kept because such a step is longer than the neighbourhood in which branches are close together, and begins
/// with an extrapolation of the motion. When σ > 0.12 the start is made consistent, and everything is as before.
class RankLossIntegrator final : public Integrator {
 public:
  using Make = std::function<std::unique_ptr<Integrator>(const StepSettings&)>;

  /// `dae`, which the integrators of `make` integrate, must outlive this.
  RankLossIntegrator(MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system, StepSettings step,
                     Make make);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return inner_->t(); }
  ConstVec y() const override { return inner_->y(); }
  const DensePiece& piece() const override { return inner_->piece(); }
  const Statistics& statistics() const override { return statistics_; }
  /// How often a singular position was met.
  int passages() const { return passages_; }

 private:
  enum class Mode { usual, free };
  bool is_near_loss(double sine);
  void enter();
  void leave();
  void begin(double t, const Vector& y, const StepSettings& step);
  StepOutcome inner_step(double t_stop);

  MechanicalDae& dae_;
  StepSettings step_;
  Make make_;
  ConstraintChoice constraints_;
  std::unique_ptr<Integrator> inner_;
  Mode mode_ = Mode::usual;
  Mode next_ = Mode::usual;  // of the next step; the piece of the last one is kept until then
  double t_end_ = 0;
  double longest_ = 0;  // step in the usual mode, since the start
  int passages_ = 0;
  Statistics finished_, statistics_;
};

}  // namespace pleuel
