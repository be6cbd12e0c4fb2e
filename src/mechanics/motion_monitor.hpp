// Monitors constraint residuals and energy during a run.
#pragma once

#include <memory>

#include "pleuel/mechanics/constraint_monitor.hpp"
#include "pleuel/mechanics/energy_monitor.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"

namespace pleuel {

/// Follows a run step by step with its own evaluator. Equilibria (qs) have no velocities, therefore
/// no work and no drift: only g and E are recorded.
class MotionMonitor {
 public:
  MotionMonitor(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q, ConstVec v, ConstVec a,
                ConstVec lambda, ConstVec s);

  /// For a run of `dae`, which must outlive this object and defines the parts of y.
  MotionMonitor(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system, double t,
                ConstVec y);

  /// Adds an accepted step that ends at (t, y); y is ordered as in the DAE or in EquationsOfMotion.
  void record(double t, ConstVec y, const DenseOutput& dense);
  /// Continues from (t, y) after a jump.
  void jump(double t, ConstVec y);

  const ConstraintResiduals& residuals() const { return constraints_.largest(); }
  /// Residuals at the last point.
  const ConstraintResiduals& last_residuals() const { return constraints_.last(); }
  double energy() const { return energy_.energy(); }
  double work() const { return energy_.work(); }
  /// See EnergyMonitor; NaN at equilibria.
  double drift() const;
  /// See EnergyMonitor; NaN at equilibria.
  double numerical_dissipation() const;
  double ratio() const { return energy_.ratio(); }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.constraints_, self.energy_);
  }

 private:
  Motion motion(double t, ConstVec y) const;
  void record_constraints(const Motion& at);
  bool has_motion() const { return dae_ == nullptr || dae_->has_motion(); }

  const MechanicalDae* dae_ = nullptr;
  std::shared_ptr<const MechanicalSystem> system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  ConstraintMonitor constraints_;
  EnergyMonitor energy_;
  Vector y_;
};

}  // namespace pleuel
