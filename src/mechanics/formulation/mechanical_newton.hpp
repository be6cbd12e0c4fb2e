// The Newton matrix of every mechanical formulation.
#pragma once

#include "pleuel/mechanics/formulation/equations_of_motion.hpp"
#include "pleuel/mechanics/formulation/saddle_factor.hpp"
#include "pleuel/mechanics/formulation/shifted_newton.hpp"

namespace pleuel {

/// One linearisation of the rows and one SaddleFactor per shift. J omits the derivative of g_qᵀη by
/// q, because η vanishes on the solution.
class MechanicalNewton final : public ShiftedNewton<SaddleFactor> {
 public:
  MechanicalNewton(EquationsOfMotion& dae, const ShiftCounts& shifts);

  void linearize(double t, ConstVec y, ConstVec ydot) override;
  void multiply_E(ConstVec x, Vec out) const override;
  int factored_size() const override { return plan_.size(); }

 private:
  EquationsOfMotion& dae_;
  ReducedRows rows_;
  SaddlePlan plan_;
  double t_ = 0;  // time of the last linearisation
  Vector y_;      // state there, if E depends on it
};

}  // namespace pleuel
