#include "pleuel/integrator/bdf/jacobian_age.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Best rate of a Jacobian at the predicted point: limited by the error of the predictor.
constexpr double kSmallestRate = 1e-4;
constexpr double kLargestRate = 0.5;
constexpr int kMostIterations = 3;
// Weight of the older measurements when a rate falls.
constexpr double kMemory = 0.7;

}  // namespace

double JacobianAge::predicted(double distance) const {
  if (slope_ < 0 || unmeasured_ >= options_.longest_trust) return 1;
  return std::max(kSmallestRate, slope_ * distance);
}

void JacobianAge::step_done(double theta, double distance) {
  ++unmeasured_;
  if (theta < 0 || !(distance > 0)) return;
  unmeasured_ = 0;
  const double slope = std::min(theta, 1.0) / distance;
  slope_ = std::max(slope, slope_ < 0 ? slope : kMemory * slope_ + (1 - kMemory) * slope);
}

bool JacobianAge::is_slow(double theta, double reduction, double h) const {
  if (theta <= std::min(reduction, kLargestRate)) return false;  // one iteration is enough
  return theta > cheapest_rate(reduction, h);
}

double JacobianAge::cheapest_rate(double reduction, double h) const {
  if (slope_ <= 0) return kLargestRate;
  const double part = std::min(1.0, reduction);
  double best_cost = std::numeric_limits<double>::infinity();
  double best = kLargestRate;
  for (int m = 1; m <= kMostIterations; ++m) {
    const double rate = std::min(kLargestRate, std::pow(part, 1.0 / m));
    const double cost = m + options_.cost * slope_ * h / rate;
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = rate;
  }
  return best;
}

}  // namespace pleuel
