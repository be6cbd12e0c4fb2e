// The Newton matrix of every mechanical formulation.
#pragma once

#include "pleuel/mechanics/formulation/equations_of_motion.hpp"
#include "pleuel/mechanics/formulation/saddle_factor.hpp"
#include "pleuel/mechanics/formulation/shifted_newton.hpp"

namespace pleuel {

/// One linearisation of the rows and a SaddleFactor for each shift. The derivative of g_qᵀη by q is
/// left out of J: η vanishes on the solution.
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
  double t_ = 0;  // of the last linearisation
  Vector y_;      // there, where E depends on it
  Vector zeros_;  // in place of a and λ where their derivatives are left out
};

}  // namespace pleuel
