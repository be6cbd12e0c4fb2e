#include "pleuel/mechanics/acceleration_saddle.hpp"

#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {

AccelerationSaddle::AccelerationSaddle(const MechanicalSystem& system) : evaluator_(system.make_evaluator()) {
  if (!deformations_of(system).empty()) kept_.emplace(system, *evaluator_);
}

AccelerationSaddle::Kept::Kept(const MechanicalSystem& system, SystemEvaluator& evaluator)
    : m(evaluator.matrices({})),
      saddle(system, m),
      no_a(Vector::Zero(system.info().n_v())),
      no_lambda(Vector::Zero(system.info().n_lambda())) {}

bool AccelerationSaddle::solve(const Motion& at, Vec a, Vec lambda) {
  const bool is_solved = kept_ ? solve_kept(at, a, lambda)
                               : !evaluator_->accelerations(at, {.a = a, .lambda = lambda}).has_value();
  return is_solved && a.allFinite() && lambda.allFinite();
}

bool AccelerationSaddle::solve_kept(const Motion& at, Vec a, Vec lambda) {
  evaluator_->configuration_matrices(at.t, at.q, kept_->m);
  // With a = λ = 0 the rows are −f and γ.
  evaluator_->rows({.t = at.t,
                    .q = at.q,
                    .v = at.v,
                    .a = kept_->no_a,
                    .lambda = kept_->no_lambda,
                    .s = at.s,
                    .revolutions = at.revolutions},
                   {.dynamics = a, .acceleration = lambda});
  a = -a;
  lambda = -lambda;
  return !kept_->saddle.solve_kept({kept_->m.M, kept_->m.G, kept_->m.G}, a, lambda);
}

}  // namespace pleuel
