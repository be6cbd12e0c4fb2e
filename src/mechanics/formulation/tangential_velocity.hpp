// The part of a velocity along the constraints.
#pragma once

#include "pleuel/dae/free_part.hpp"
#include "pleuel/mechanics/formulation/row_layout.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// u_t of u with G u_t = 0, the nearest in the metric of the masses:
///
///     [M Gᵀ; G 0] (u_t, μ) = (M u, 0).
class TangentialVelocity final : public FreePart {
 public:
  /// The system must outlive this.
  TangentialVelocity(const MechanicalSystem& system, const RowLayout& layout);

  void move_to(double t, ConstVec y) override;
  [[nodiscard]] bool take(ConstVec e, Vec part) override;

 private:
  RowLayout layout_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  SaddleMatrix saddle_;
  Vector u_, mu_;
};

}  // namespace pleuel
