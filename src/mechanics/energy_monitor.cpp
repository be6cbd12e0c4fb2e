#include "pleuel/mechanics/energy_monitor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pleuel {

/// Gauss–Legendre quadrature.
const EnergyMonitor::GaussPoint* EnergyMonitor::gauss_points() {
  static const std::array<GaussPoint, n_points> points = [] {
    const double inner = std::sqrt(3.0 / 7.0 - 2.0 / 7.0 * std::sqrt(6.0 / 5.0));
    const double outer = std::sqrt(3.0 / 7.0 + 2.0 / 7.0 * std::sqrt(6.0 / 5.0));
    const double heavy = (18.0 + std::sqrt(30.0)) / 72.0, light = (18.0 - std::sqrt(30.0)) / 72.0;
    return std::array<GaussPoint, n_points>{{{0.5 * (1 - outer), light},
                                             {0.5 * (1 - inner), heavy},
                                             {0.5 * (1 + inner), heavy},
                                             {0.5 * (1 + outer), light}}};
  }();
  return points.data();
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
