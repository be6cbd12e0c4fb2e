// What a trajectory keeps and loses: constraints at three levels, and energy.
#pragma once

#include <memory>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {

/// The largest |gᵢ|, |(G v + g_t)ᵢ| and |(G a + γ)ᵢ| over a run; NaN for levels of which an equilibrium says nothing.
struct ConstraintResiduals {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

/// Follows a run step by step.
///
/// Energy: E − E₀ must equal the work of applied loads and drivers less what was turned into heat,
///
///     W = ∫ (P_supplied − P_dissipated) dt   (PowerBalance).
///
/// The integral is taken over each dense output by Gauss quadrature with four points, exact
/// for polynomials of degree seven. Equilibria (qs) have no velocity, so neither W nor a drift: only g and E are looked at.
class MotionAudit {
 public:
  MotionAudit(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q, ConstVec v, ConstVec a,
              ConstVec lambda, ConstVec s);

  /// For a run of `dae`, which must outlive this and tells the parts of y.
  MotionAudit(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system, double t, ConstVec y);

  /// Adds an accepted step that ends in (t, y); y in the order of the DAE, or of EquationsOfMotion.
  void record(double t, ConstVec y, const DenseOutput& dense);
  /// Goes on from (t, y) after a jump; what the jump adds to the energy counts as work done.
  void jump(double t, ConstVec y);

  const ConstraintResiduals& residuals() const { return residuals_; }
  /// Those at the last point.
  const ConstraintResiduals& last_residuals() const { return last_; }
  double energy() const { return energy_; }
  double work() const { return work_; }
  /// (E − E₀ − W) / largest of |E|, kinetic energy and |W| so far.
  double drift() const;
  /// E₀ + W − E: what neither stayed nor was turned into heat, but was lost in the method, J. Negative: fed in by it.
  double numerical_dissipation() const;
  /// E / E₀; NaN where E₀ = 0.
  double ratio() const;

 private:
  Motion motion(double t, ConstVec y) const;
  void check(const Motion& at);
  double net_power(const Motion& at);

  bool has_motion() const { return dae_ == nullptr || dae_->has_motion(); }

  const MechanicalDae* dae_ = nullptr;
  std::shared_ptr<const MechanicalSystem> system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  ConstraintResiduals residuals_, last_;
  double initial_energy_ = 0;
  double energy_ = 0;
  double work_ = 0;
  double scale_ = 0;
  Vector g_, velocity_, acceleration_, y_;
  PowerBalance power_;
};

}  // namespace pleuel
