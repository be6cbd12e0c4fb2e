#include "pleuel/mechanics/formulation/tangential_velocity.hpp"

namespace pleuel {

TangentialVelocity::TangentialVelocity(const MechanicalSystem& system, const RowLayout& layout)
    : layout_(layout),
      evaluator_(system.make_evaluator()),
      m_(evaluator_->matrices({})),
      saddle_(system, m_),
      u_(layout.n_v),
      mu_(layout.n_g) {}

void TangentialVelocity::move_to(double t, ConstVec y) {
  evaluator_->configuration_matrices(t, pleuel::part(y, layout_.q, layout_.n_q), m_);
}

bool TangentialVelocity::take(ConstVec e, Vec part) {
  const ConstVec u = pleuel::part(e, layout_.v, layout_.n_v);
  u_.setZero();
  m_.M.multiply_add(1.0, u.data(), u_.data());
  mu_.setZero();
  if (saddle_.solve_kept({m_.M, m_.G, m_.G}, view(u_), view(mu_))) return false;
  part.setZero();
  part.segment(layout_.v, layout_.n_v) = u_;
  return u_.allFinite();
}

}  // namespace pleuel
