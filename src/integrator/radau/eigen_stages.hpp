// The stages of Radau IIA decoupled by the eigenvectors of A.
#pragma once

#include <vector>

#include "pleuel/integrator/newton/stage_kernels.hpp"
#include "pleuel/integrator/radau/radau_transformation.hpp"
#include "pleuel/integrator/radau/stage_system.hpp"

namespace pleuel {

/// With Z = T W and T from RadauTransformation, one real and (s − 1)/2 complex systems remain:
///
///     (γ̂/h E − J) ΔW₁ = (T⁻¹R)₁
///     ((α̂ + iβ̂)/h E − J) (ΔW_k + iΔW_{k+1}) = (T⁻¹R)_k + i (T⁻¹R)_{k+1},
///
/// since [α̂ −β̂; β̂ α̂](u, w) corresponds to (α̂ + iβ̂)(u + iw). Increments are measured in W.
class EigenStages final : public StageSystem {
 public:
  /// `stages` are the numbers that `take` may be given, ascending. Throws InvalidInput if one is
  /// even.
  explicit EigenStages(const std::vector<int>& stages);

  ShiftCounts shifts() const override { return {.real = 1, .complex = (most_stages_ - 1) / 2}; }
  void begin(Eigen::Index n, Eigen::Index rows) override;
  void take(int stages) override;
  [[nodiscard]] std::optional<SingularMatrix> factor(NewtonMatrix& matrix, double h,
                                                     Statistics& statistics) override;
  void start(const Matrix& Z) override;
  double add_increment(NewtonMatrix& matrix, double h, const Matrix& R, ConstVec weights, Matrix& Z,
                       Statistics& statistics) override;
  const Matrix& increments() const override { return increments_; }

 private:
  int most_stages_;
  const RadauTransformation* transformation_ = nullptr;
  StageKernels kernels_;
  // of the complex shifts, then of the real one
  std::vector<std::optional<SingularMatrix>> singular_;
  Matrix W_, increments_, transformed_;
};

}  // namespace pleuel
