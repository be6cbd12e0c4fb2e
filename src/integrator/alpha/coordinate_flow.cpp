#include "pleuel/integrator/alpha/coordinate_flow.hpp"

namespace pleuel {

CoordinateFlow::CoordinateFlow(const SystemInfo& info)
    : is_identity_(info.has_identity_kinematics()),
      rate_(Vector::Zero(is_identity_ ? 0 : info.n_q())),
      sum_(rate_),
      place_(rate_) {}

void CoordinateFlow::advance(SystemEvaluator& evaluator, double t, double h, ConstVec q_n, ConstVec theta,
                             Vec q) {
  if (is_identity_) {
    q = q_n + theta;
    return;
  }
  const auto find_rate = [&](double tau) {
    evaluator.rows({.t = t + tau * h, .q = place_, .v = theta}, {.kinematics = rate_});
  };
  place_ = q_n;
  find_rate(0);
  sum_ = rate_;
  place_ = q_n + 0.5 * rate_;
  find_rate(0.5);
  sum_ += 2 * rate_;
  place_ = q_n + 0.5 * rate_;
  find_rate(0.5);
  sum_ += 2 * rate_;
  place_ = q_n + rate_;
  find_rate(1);
  sum_ += rate_;
  q = q_n + sum_ / 6;
  evaluator.restore_invariants(q);
}

}  // namespace pleuel
