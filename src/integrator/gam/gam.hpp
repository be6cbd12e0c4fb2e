// Generalized Adams methods in blocks, with variable step size and order.
#pragma once

#include "pleuel/integrator/block/block_method.hpp"
#include "pleuel/integrator/gam/gam_formula.hpp"

namespace pleuel {

/// Generalized Adams methods of orders 3, 5, 7 and 9 (GamFormula) for E(t,y) ẏ = r(t,y), 0 = c(t,y)
/// [IM98, IM99].
///
/// Iteration: multiplied by hC, Newton's system is (I ⊗ E − hC ⊗ J) ΔY = hC R. C is replaced by the
/// lower triangular T = A⁻¹L. With S = E/(hγ) − J and J ΔY_j = E ΔY_j/(hγ) − ρ_j, for i = 1 … s
///
///     ρ_i = 1/γ ( Σ_j C_ij R_j + Σ_{j<i} T_ij (E ΔY_j/(hγ) − ρ_j) ),   S ΔY_i = ρ_i.
///
/// Differs from [IM98]: there the residuals are evaluated one after the other with the newest
/// values, which has the same fixed point and rate. Here all are evaluated at once.
///
/// Undamped oscillations with hω of a few units contract with 0.26, 0.59, 1.005 and 1.36 at worst
/// for orders 3, 5, 7, 9. So the order falls where they dominate.
///
/// Error: deferred correction with the same factors, τ_i = E h Σ_j (β − β̂)_ij Ẏ_j and
///
///     (E − hγJ) d_i = E d_{i−1} − τ_i,   d_0 = 0,   err = max_i ‖d_i‖.
///
/// Differs from [IM99]: the error of the order above is err C_{p+3}/C_{p+1} (h/τ)² with the time
/// scale τ from differences of Ẏ_1 … Ẏ_s. Second differences of τ_i contain the error of ẏ_n, which
/// at index 2 and 3 does not decrease fast enough, so that the order would not rise.
class Gam final : public BlockMethod {
 public:
  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  Gam(Dae& dae, const StepSettings& settings, const BlockOptions& options);

  double begin(const Begin& at) override;
  std::vector<std::string> remarks() const override;

 private:
  Gam(Dae& dae, const StepSettings& settings, const BlockOptions& options,
      std::vector<std::unique_ptr<const GamFormula>> formulas);
  const GamFormula& here() const { return *formulas_[level()]; }
  void solve_increments() override;
  double estimate_error() override { return err_ = corrected_by(here().defect); }
  double error_below() override;
  double error_above() override;
  double corrected_by(const BlockRows& defect);

  std::vector<std::unique_ptr<const GamFormula>> formulas_;
  double err_ = 0;     // of the last block
  Vector correction_;  // d_i
  Vector product_;     // E ΔY_i
};

/// Options with the defaults of gam.
BlockOptions gam_options();

}  // namespace pleuel
