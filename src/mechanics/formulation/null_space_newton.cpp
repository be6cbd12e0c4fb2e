#include "pleuel/mechanics/formulation/null_space_newton.hpp"

namespace pleuel {

NullSpaceNewton::NullSpaceNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
    : dae_(dae), plan_(dae.system().info(), dae.rows(), dae.evaluator()) {
  make_factors(shifts, plan_, dae.layout(), dae.rows(), dae.system().info());
  if (!dae.info().has_constant_E) y_.setZero(dae.layout().n_unknowns);
}

void NullSpaceNewton::linearize(double t, ConstVec y, ConstVec /*ydot*/) {
  t_ = t;
  if (y_.size() > 0) y_ = y;
  is_usable_ = plan_.linearize(dae_.evaluator(), dae_.linearization_point(t, y));
}

void NullSpaceNewton::multiply_E(ConstVec x, Vec out) const { dae_.multiply_E(t_, y_, x, out); }

}  // namespace pleuel
