// The largest constraint residuals of a run.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The largest |gᵢ|, |(G v + g_t)ᵢ| and |(G a + γ)ᵢ| over a run; NaN for levels of which an
/// equilibrium says nothing.
struct ConstraintResiduals {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

/// Records the constraint residuals at the ends of the steps of a run.
class ConstraintMonitor {
 public:
  explicit ConstraintMonitor(const SystemInfo& info);

  /// At a point of a motion.
  void record(SystemEvaluator& evaluator, const Motion& at);
  /// At an equilibrium, which has no velocities.
  void record_equilibrium(SystemEvaluator& evaluator, const Motion& at);

  const ConstraintResiduals& largest() const { return largest_; }
  /// At the last point.
  const ConstraintResiduals& last() const { return last_; }

 private:
  bool evaluate(SystemEvaluator& evaluator, const Motion& at);

  ConstraintResiduals largest_, last_;
  Vector position_, velocity_, acceleration_;
};

}  // namespace pleuel
