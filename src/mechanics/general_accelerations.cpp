#include "pleuel/mechanics/general_accelerations.hpp"

namespace pleuel {

GeneralAccelerations::GeneralAccelerations(SystemEvaluator& evaluator)
    : m_(evaluator.matrices({})),
      factor_(m_.M, m_.G),
      no_a_(Vector::Zero(m_.M.rows)),
      no_lambda_(Vector::Zero(m_.G.rows)) {}

std::optional<ZeroPivot> GeneralAccelerations::find(SystemEvaluator& evaluator, const Motion& at,
                                                    const MotionRates& out) {
  MotionRates rates = out;
  evaluator.rows({.t = at.t,
                  .q = at.q,
                  .v = at.v,
                  .a = no_a_,
                  .lambda = no_lambda_,
                  .s = at.s,
                  .revolutions = at.revolutions},
                 {.kinematics = rates.kinematics,
                  .dynamics = rates.a,
                  .internal = rates.internal,
                  .acceleration = rates.lambda});
  evaluator.configuration_matrices(at.t, at.q, m_);
  if (auto zero = factor_.factor(m_.M, m_.G)) return zero;
  rates.a = -rates.a;
  rates.lambda = -rates.lambda;
  factor_.solve(rates.a.data(), rates.lambda.data());
  return std::nullopt;
}

}  // namespace pleuel
