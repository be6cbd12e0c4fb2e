#include "pleuel/mechanics/acceleration_saddle.hpp"

namespace pleuel {

AccelerationSaddle::AccelerationSaddle(const MechanicalSystem& system)
    : evaluator_(system.make_evaluator()),
      m_(evaluator_->matrices({})),
      saddle_(system, m_),
      no_a_(Vector::Zero(system.info().n_v())),
      no_lambda_(Vector::Zero(system.info().n_lambda())) {}

bool AccelerationSaddle::solve(const Motion& at, Vec a, Vec lambda) {
  evaluator_->configuration_matrices(at.t, at.q, m_);
  // With a = λ = 0 the rows are −f and γ.
  evaluator_->rows({.t = at.t,
                    .q = at.q,
                    .v = at.v,
                    .a = no_a_,
                    .lambda = no_lambda_,
                    .s = at.s,
                    .revolutions = at.revolutions},
                   {.dynamics = a, .acceleration = lambda});
  a = -a;
  lambda = -lambda;
  if (saddle_.solve_kept({m_.M, m_.G, m_.G}, a, lambda)) return false;
  return a.allFinite() && lambda.allFinite();
}

}  // namespace pleuel
