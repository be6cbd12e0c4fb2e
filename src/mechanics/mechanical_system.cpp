#include "pleuel/mechanics/mechanical_system.hpp"

#include "pleuel/mechanics/general_accelerations.hpp"

namespace pleuel {

SystemEvaluator::SystemEvaluator() = default;
SystemEvaluator::~SystemEvaluator() = default;

std::optional<ZeroPivot> SystemEvaluator::accelerations(const Motion& at, const MotionRates& out) {
  if (!general_) general_ = std::make_unique<GeneralAccelerations>(*this);
  return general_->find(*this, at, out);
}

void SystemEvaluator::solve_saddle(Vec x, Vec y) {
  if (!general_) general_ = std::make_unique<GeneralAccelerations>(*this);
  general_->factor().solve(x, y);
}

}  // namespace pleuel
