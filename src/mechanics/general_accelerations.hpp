// Accelerations of any system, from its rows and matrices.
#pragma once

#include "pleuel/mechanics/acceleration_factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// SystemEvaluator::accelerations for systems that do not provide it: two evaluations, of the rows
/// with a = λ = 0, which are −f and γ, and of M and G.
class GeneralAccelerations {
 public:
  explicit GeneralAccelerations(SystemEvaluator& evaluator);

  /// `evaluator` must be the one of the constructor.
  [[nodiscard]] std::optional<ZeroPivot> find(SystemEvaluator& evaluator, const Motion& at,
                                              const MotionRates& out);
  AccelerationFactor& factor() { return factor_; }

 private:
  MotionMatrices m_;
  AccelerationFactor factor_;
  Vector no_a_, no_lambda_;
};

}  // namespace pleuel
