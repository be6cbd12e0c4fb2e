#include "pleuel/mechanics/energy_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {

const std::vector<GaussPoint>& EnergyMonitor::points_for(const DenseOutput& dense) {
  constexpr int low_order = 5;
  static const std::vector<GaussPoint> few = gauss_rule(4), many = gauss_rule(8);
  return dense.order() > low_order ? many : few;
}

void EnergyMonitor::start(SystemEvaluator& evaluator, const Motion& at) {
  record(evaluator, at);
  initial_ = energy_;
}

void EnergyMonitor::record(SystemEvaluator& evaluator, const Motion& at) {
  const Energy e = evaluator.energy(at);
  energy_ = e.total();
  scale_ = std::max({scale_, std::abs(energy_), std::abs(e.kinetic), std::abs(work_)});
}

void EnergyMonitor::jump(SystemEvaluator& evaluator, const Motion& at) {
  const double before = energy_;
  record(evaluator, at);
  work_ += energy_ - before;
}

double EnergyMonitor::drift() const { return scale_ > 0 ? (energy_ - initial_ - work_) / scale_ : 0.0; }

double EnergyMonitor::ratio() const {
  using Limits = std::numeric_limits<double>;
  static const double least = std::sqrt(Limits::epsilon());
  return std::abs(initial_) > least * scale_ ? energy_ / initial_ : Limits::quiet_NaN();
}

}  // namespace pleuel
