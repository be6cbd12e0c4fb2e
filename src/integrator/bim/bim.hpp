// Blended implicit methods with variable step size and order.
#pragma once

#include "pleuel/integrator/bim/bim_formula.hpp"
#include "pleuel/integrator/block/block_method.hpp"

namespace pleuel {

/// Blended implicit methods of orders 4, 6, …, 14 (BimFormula) for E(t,y) ẏ = r(t,y), 0 = c(t,y)
/// [BM02], [BM04], [BMM06].
///
/// Iteration: the formula multiplied by hC and the formula multiplied by hγ are blended with the
/// weights θ = E (E − hγJ)⁻¹ and I − θ. Newton's matrix of the blend is replaced by E − hγJ. With S
/// = E/(hγ) − J
///
///     w = S⁻¹ (C − γI) R,   ΔY = S⁻¹ ( R + E w/(hγ²) ).
///
/// It contracts on every undamped oscillation, with 0.34, 0.53, 0.63, 0.69, 0.73 and 0.76 at worst
/// for orders 4 to 14, and at once where h → ∞. C is far from normal at orders 12 and 14:
/// increments of order 14 have a rounding error of 1e-12 of the solution, so it is chosen only on
/// request.
///
/// Error: deferred correction with the same factors. With the k-th difference u = h Σ_j d_j Ẏ_j and
/// Σ = E − hγJ
///
///     z₁ = Σ⁻¹ E u,   z₂ = Σ⁻¹ (I − E Σ⁻¹)^m E u,   m = 1 for order 4, 2 otherwise,
///
/// err = max(‖v z₁‖, ‖v′z₂‖) with v = BimFormula::error_constant by the index of the unknown. It
/// measures the inner points of the block, which have order k.
class Bim final : public BlockMethod {
 public:
  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  Bim(Dae& dae, const StepSettings& settings, const BlockOptions& options);

  double begin(const Begin& at) override;
  std::vector<std::string> remarks() const override;

 private:
  Bim(Dae& dae, const StepSettings& settings, const BlockOptions& options,
      std::vector<std::unique_ptr<const BimFormula>> formulas);
  const BimFormula& here() const { return *formulas_[level()]; }
  void solve_increments() override;
  double estimate_error() override;
  double error_below() override;
  double error_above() override;
  void correct_by(const Vector& difference);
  double size_with(const BimFormula& constants, Vector* largest);

  std::vector<std::unique_ptr<const BimFormula>> formulas_;
  std::vector<int> index_;  // of the unknowns
  Vector u_, z1_, z2_, scaled_;
};

/// Options with the defaults of bim.
BlockOptions bim_options();

}  // namespace pleuel
