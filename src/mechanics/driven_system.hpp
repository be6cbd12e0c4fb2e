// A system with a constraint whose motion is prescribed as a function of time.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/autodiff/taylor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// r, ṙ and r̈ at t.
using MotionOfTime = std::function<Taylor<double>(double t)>;

/// The same system with r(t) subtracted from one of its constraints g_k:
///
///     position g_k − r,   velocity (G v + g_t)_k − ṙ,   acceleration (G a + γ)_k − r̈.
///
/// All derivatives with respect to q, v and s are those of the system. A system that counts angles
/// is refused by an assertion, because its evaluators follow a state of their own.
class DrivenSystem final : public MechanicalSystem {
 public:
  /// `row` is the number k of the constraint.
  DrivenSystem(std::shared_ptr<const MechanicalSystem> system, int row, MotionOfTime motion);

  const SystemInfo& info() const override { return system_->info(); }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  int row_;
  MotionOfTime motion_;
};

}  // namespace pleuel
