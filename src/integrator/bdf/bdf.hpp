// Backward differentiation formulas with variable step size and order.
#pragma once

#include "pleuel/integrator/bdf/multistep.hpp"

namespace pleuel {

using BdfOptions = MultistepOptions;

/// BDF of orders 1 to 5 with variable step size and fixed leading coefficient for E(t,y)
/// ẏ = r(t,y), 0 = c(t,y) [BCP96, 5.2].
///
/// One step solves residual(t_{n+1}, ω^P + e, ω̇^P + α e) = 0 for e (see BdfFormula).
class Bdf final : public Multistep {
 public:
  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  Bdf(Dae& dae, const StepSettings& settings, const BdfOptions& options = {})
      : Multistep(dae, settings, options, kLargestBdfOrder) {}

 private:
  double leading_coefficient(int order) const override { return bdf_leading_coefficient(order); }
  [[nodiscard]] Attempt solve(const Trial& trial) override;
  std::unique_ptr<StepMethod> sibling(const StepSettings& settings, const BdfOptions& options) const override;
};

}  // namespace pleuel
