#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

#include <algorithm>

namespace pleuel {

MechanicalNewton::MechanicalNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
    : dae_(dae), rows_(dae.system().info(), dae.rows(), dae.evaluator()), plan_(rows_, dae.system()) {
  const RowLayout& layout = dae.layout();
  make_factors(shifts, rows_, plan_, layout);
  zeros_.setZero(std::max(layout.n_v, layout.n_g));
  if (!dae.info().has_constant_E) y_.setZero(layout.n_unknowns);
}

void MechanicalNewton::linearize(double t, ConstVec y, ConstVec /*ydot*/) {
  const Motion at = dae_.motion(t, y);
  t_ = t;
  if (y_.size() > 0) y_ = y;
  // M a, Gᵀλ and G a are linear in a and λ: with zeros their derivatives by q vanish.
  if (dae_.rows().jacobian == JacobianKind::mass_frozen) {
    const double* const zero = zeros_.data();
    const Motion frozen{.t = t,
                        .q = at.q,
                        .v = at.v,
                        .a = {zero, at.a.size()},
                        .lambda = {zero, at.lambda.size()},
                        .s = at.s,
                        .revolutions = at.revolutions};
    rows_.linearize(dae_.evaluator(), frozen);
  } else {
    rows_.linearize(dae_.evaluator(), at);
  }
  plan_.combine(rows_);
}

/// q̇, v̇ and ṡ are in their own rows; psi0 and psi1 project the first two.
void MechanicalNewton::multiply_E(ConstVec x, Vec out) const {
  const RowLayout& l = dae_.layout();
  out.setZero();
  out.head(l.n_q + l.n_v) = x.head(l.n_q + l.n_v);
  out.segment(l.s, l.n_s) = x.segment(l.s, l.n_s);
  if (y_.size() > 0) dae_.project_rows(t_, y_, out.data());
}

}  // namespace pleuel
