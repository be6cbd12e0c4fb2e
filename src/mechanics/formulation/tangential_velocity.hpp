// The part of a velocity along the constraints.
#pragma once

#include "pleuel/dae/free_part.hpp"
#include "pleuel/mechanics/formulation/row_layout.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// The tangential part u_t of u: G u_t = 0, nearest to u in the metric of the mass matrix:
///
///     [M Gᵀ; G 0] (u_t, μ) = (M u, 0).
class TangentialVelocity final : public FreePart {
 public:
  /// The system must outlive this object.
  TangentialVelocity(const MechanicalSystem& system, const RowLayout& layout);

  void move_to(double t, ConstVec y) override;
  [[nodiscard]] bool take(ConstVec e, Vec part) override;
  void forget() override { saddle_.forget(); }

 private:
  RowLayout layout_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  SaddleMatrix saddle_;
  Vector u_, mu_;
};

}  // namespace pleuel
