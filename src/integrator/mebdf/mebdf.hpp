// Modified extended backward differentiation formulas with variable step size and order.
#pragma once

#include "pleuel/integrator/bdf/multistep.hpp"
#include "pleuel/integrator/mebdf/mebdf_formula.hpp"

namespace pleuel {

inline constexpr int kLargestMebdfOrder = 8;

/// MultistepOptions with the defaults of MEBDF.
struct MebdfOptions : MultistepOptions {
  MebdfOptions();
};

/// MEBDF of orders 1 to 8 for E(t,y) ẏ = r(t,y), 0 = c(t,y) in fully implicit form [Cas83, CC92].
///
/// A step of order p ≥ 2 solves three stages with the same matrix α E − J (MebdfFormula): BDF of
/// order p − 1 at t_{n+1} and at t_{n+2}, then the extended formula at t_{n+1}. Order 1 is the
/// implicit Euler method. Orders up to 4 are A-stable, those above A(α)-stable. On equations of
/// index 3, orders up to 4 are those of BDF, because the error of λ is of order p − 2 only.
///
/// Stage 2 lies beyond the step, where the equations may not exist. If it would lie beyond t_stop
/// (the end, a breakpoint, a located event), or if the equations are undefined there, the step is
/// one of BDF, of the same order up to 5.
class Mebdf final : public Multistep {
 public:
  using Options = MebdfOptions;

  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  Mebdf(Dae& dae, const StepSettings& settings, const MultistepOptions& options = MebdfOptions());

  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;

 private:
  double leading_coefficient(int order) const override;
  [[nodiscard]] Attempt solve(const Trial& trial) override;
  std::unique_ptr<StepMethod> sibling(const StepSettings& settings,
                                      const MultistepOptions& options) const override;
  [[nodiscard]] Attempt solve_first(double t);
  [[nodiscard]] Attempt solve_ahead(double t, const MebdfFormula& of);
  [[nodiscard]] Attempt solve_last(double t, const MebdfFormula& of);
  void begin_later_stage(double t, NewtonControl& newton);

  int last_plain_order_;  // orders up to this one are those of BDF
  NewtonControl newton_ahead_;
  NewtonControl newton_last_;
  bool is_plain_ = true;                // the attempted step is one of BDF
  bool failed_ahead_ = false;           // stage 2 left the domain of the equations
  Vector predicted_, predicted_slope_;  // ω and ω̇ at t_{n+1}
  Vector delta_;
  Vector e_first_;            // e₁
  Vector r_first_, r_ahead_;  // r₁ and r₂
};

}  // namespace pleuel
