// The Newton matrices of relaxed formulations.
#pragma once

#include "pleuel/mechanics/formulation/equations_of_motion.hpp"
#include "pleuel/mechanics/formulation/null_space_factor.hpp"
#include "pleuel/mechanics/formulation/shifted_newton.hpp"
#include "pleuel/mechanics/formulation/staggered_factor.hpp"

namespace pleuel {

/// One Plan, which linearises, and one ShiftFactor per shift. J omits the derivatives of g_qᵀη and
/// Gᵀμ by q, because η and μ vanish on the solution.
template <class Plan, template <class> class ShiftFactor>
class PlannedNewton final : public ShiftedNewton<ShiftFactor> {
 public:
  PlannedNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
      : dae_(dae), plan_(dae.system(), dae.rows(), dae.evaluator()) {
    this->make_factors(shifts, plan_, dae.layout(), dae.rows());
    if (!dae.info().has_constant_E) y_.setZero(dae.layout().n_unknowns);
  }

  void linearize(double t, ConstVec y, ConstVec /*ydot*/) override {
    t_ = t;
    if (y_.size() > 0) y_ = y;
    is_usable_ = plan_.linearize(dae_.evaluator(), dae_.linearization_point(t, y));
  }
  void multiply_E(ConstVec x, Vec out) const override { dae_.multiply_E(t_, y_, x, out); }
  int factored_size() const override { return plan_.factored_size(); }
  void forget() override {
    ShiftedNewton<ShiftFactor>::forget();
    is_usable_ = true;
  }
  /// False if the last linearisation showed that the plan cannot be used.
  bool is_usable() const { return is_usable_; }

 private:
  EquationsOfMotion& dae_;
  Plan plan_;
  bool is_usable_ = true;
  double t_ = 0;  // time of the last linearisation
  Vector y_;      // state there, if E depends on it
};

using NullSpaceNewton = PlannedNewton<NullSpacePlan, NullSpaceFactor>;
using StaggeredNewton = PlannedNewton<StaggeredPlan, StaggeredFactor>;

}  // namespace pleuel
