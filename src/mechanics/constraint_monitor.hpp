// The largest constraint residuals of a run.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The largest |gᵢ|, |(G v + g_t)ᵢ| and |(G a + γ)ᵢ| of a run. For equilibria the velocity and
/// acceleration levels are NaN.
struct ConstraintResiduals {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.position, self.velocity, self.acceleration);
  }
};

/// Records the constraint residuals at the ends of the steps of a run.
class ConstraintMonitor {
 public:
  explicit ConstraintMonitor(const SystemInfo& info);

  /// Records a point of a motion.
  void record(SystemEvaluator& evaluator, const Motion& at);
  /// Records an equilibrium, which has no velocities.
  void record_equilibrium(SystemEvaluator& evaluator, const Motion& at);

  const ConstraintResiduals& largest() const { return largest_; }
  /// Residuals at the last point.
  const ConstraintResiduals& last() const { return last_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.largest_, self.last_);
  }

 private:
  bool evaluate(SystemEvaluator& evaluator, const Motion& at);

  ConstraintResiduals largest_, last_;
  Vector position_, velocity_, acceleration_;
};

}  // namespace pleuel
