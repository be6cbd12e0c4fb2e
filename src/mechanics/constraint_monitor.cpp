#include "pleuel/mechanics/constraint_monitor.hpp"

#include <algorithm>
#include <limits>

namespace pleuel {

ConstraintMonitor::ConstraintMonitor(const SystemInfo& info)
    : position_(info.n_lambda()), velocity_(info.n_lambda()), acceleration_(info.n_lambda()) {}

/// Returns false if there are no constraints.
bool ConstraintMonitor::evaluate(SystemEvaluator& evaluator, const Motion& at) {
  if (position_.size() == 0) return false;
  evaluator.rows(at, {.position = position_, .velocity = velocity_, .acceleration = acceleration_});
  last_.position = position_.cwiseAbs().maxCoeff();
  largest_.position = std::max(largest_.position, last_.position);
  return true;
}

void ConstraintMonitor::record(SystemEvaluator& evaluator, const Motion& at) {
  if (!evaluate(evaluator, at)) return;
  last_.velocity = velocity_.cwiseAbs().maxCoeff();
  last_.acceleration = acceleration_.cwiseAbs().maxCoeff();
  largest_.velocity = std::max(largest_.velocity, last_.velocity);
  largest_.acceleration = std::max(largest_.acceleration, last_.acceleration);
}

void ConstraintMonitor::record_equilibrium(SystemEvaluator& evaluator, const Motion& at) {
  (void)evaluate(evaluator, at);
  for (ConstraintResiduals* residuals : {&largest_, &last_})
    residuals->velocity = residuals->acceleration = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace pleuel
