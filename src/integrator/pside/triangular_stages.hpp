// The parallel triangularly implicit iteration for the stages of Radau IIA.
#pragma once

#include <array>

#include "pleuel/integrator/newton/stage_kernels.hpp"
#include "pleuel/integrator/pside/pside_coefficients.hpp"
#include "pleuel/integrator/radau/stage_system.hpp"

namespace pleuel {

/// Four stages with four real shifts α_i = 1/(h d_i) [SLV98; HS97]. With ΔZ = (AQ) U the systems
/// (1/h A⁻¹ ⊗ E − I ⊗ J) ΔZ = R are solved by m inner iterations from U = 0:
///
///     (α_i E − J) x_i = (Q⁻¹R)_i − (1/h) E (B U)_i,   i = 1 … 4 independently,
///     U ← B U + D⁻¹ x.
///
/// Their limit is exact because Q⁻¹AQ = D(I − B). B² = 0 damps everything that E does not reach:
/// m = index + 1 contracts as fast as the exact solution, and an inner iteration evaluates no
/// residual. The residuals of relaxed rows of overdetermined and projected equations lie in a range
/// that is the same for all stages, so it commutes with Q and B.
///
/// Differs from [SLV98], where m is 1 for index 1 and 2 for higher indices: with m = 1, Newton's
/// method diverges on equations of index 3 in long steps.
class TriangularStages final : public StageSystem {
 public:
  explicit TriangularStages(int inner_iterations) : n_inner_(inner_iterations) {}

  ShiftCounts shifts() const override { return {.real = n_stages, .complex = 0}; }
  void begin(Eigen::Index n, Eigen::Index rows) override;
  void take(int stages) override;
  [[nodiscard]] std::optional<SingularMatrix> factor(NewtonMatrix& matrix, double h,
                                                     Statistics& statistics) override;
  void start(const Matrix&) override {}
  double add_increment(NewtonMatrix& matrix, double h, const Matrix& R, ConstVec weights, Matrix& Z,
                       Statistics& statistics) override;
  const Matrix& increments() const override { return increments_; }
  /// b₀ h (u̇(t_n) − ẏ_n), filtered with the last shift: h d₄ (E − h d₄ J)⁻¹ = (α₄ E − J)⁻¹.
  ErrorFilter error_filter() const override;

 private:
  static constexpr int n_stages = PsideCoefficients::stages;

  void subtract_E(NewtonMatrix& matrix, double h);
  void solve(NewtonMatrix& matrix, Statistics& statistics);

  int n_inner_;
  const PsideCoefficients& coefficients_ = pside_coefficients();
  StageKernels kernels_ = stage_kernels(n_stages);
  std::array<std::optional<SingularMatrix>, n_stages> singular_;
  Matrix U_, BU_, x_, increments_;  // n × 4
  Matrix transformed_, rhs_;        // rows × 4
  Vector product_;                  // rows
};

}  // namespace pleuel
