#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

namespace pleuel {

MechanicalNewton::MechanicalNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
    : dae_(dae), rows_(dae.system().info(), dae.rows(), dae.evaluator()), plan_(rows_, dae.system()) {
  make_factors(shifts, rows_, plan_, dae.layout());
  if (!dae.info().has_constant_E) y_.setZero(dae.layout().n_unknowns);
}

void MechanicalNewton::linearize(double t, ConstVec y, ConstVec /*ydot*/) {
  t_ = t;
  if (y_.size() > 0) y_ = y;
  rows_.linearize(dae_.evaluator(), dae_.linearization_point(t, y));
  plan_.combine(rows_);
}

void MechanicalNewton::multiply_E(ConstVec x, Vec out) const { dae_.multiply_E(t_, y_, x, out); }

}  // namespace pleuel
