// The Newton matrix of relaxed formulations, in the null space of the constraints.
#pragma once

#include "pleuel/mechanics/formulation/equations_of_motion.hpp"
#include "pleuel/mechanics/formulation/null_space_factor.hpp"
#include "pleuel/mechanics/formulation/shifted_newton.hpp"

namespace pleuel {

/// One NullSpacePlan and one NullSpaceFactor per shift. J omits the derivatives of g_qᵀη and Gᵀμ by
/// q, because η and μ vanish on the solution.
class NullSpaceNewton final : public ShiftedNewton<NullSpaceFactor> {
 public:
  NullSpaceNewton(EquationsOfMotion& dae, const ShiftCounts& shifts);

  void linearize(double t, ConstVec y, ConstVec ydot) override;
  void multiply_E(ConstVec x, Vec out) const override;
  int factored_size() const override { return plan_.n_free(); }
  void forget() override {
    ShiftedNewton::forget();
    dae_.forget_pivots();
    is_usable_ = true;
  }
  /// False if the last linearisation showed that the plan cannot be used.
  bool is_usable() const { return is_usable_; }

 private:
  EquationsOfMotion& dae_;
  NullSpacePlan plan_;
  bool is_usable_ = true;
  double t_ = 0;  // time of the last linearisation
  Vector y_;      // state there, if E depends on it
};

}  // namespace pleuel
