// How far a pendulum leaves its circle in the course of a run.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {

/// The largest residuals of the pendulum's constraint up to time t.
struct Drift {
  double t = 0;
  double position = 0;  ///< |x² + y² − 1|
  double velocity = 0;  ///< |2 (x v + y w)|
};

/// Running maxima over all accepted steps, kept at times that grow by a constant factor. The
/// residuals are written out here and not asked of the system, so that a fault there cannot hide
/// itself.
class DriftRecord : public RunObserver {
 public:
  DriftRecord(double first, double last, int per_decade) {
    const int n = static_cast<int>(std::lround(per_decade * std::log10(last / first)));
    for (int i = 0; i <= n; ++i) times_.push_back(first * std::pow(last / first, static_cast<double>(i) / n));
    times_.back() = last;
  }

  void sample(double t, ConstVec y) override {
    now_.t = t;
    now_.position = std::max(now_.position, std::abs(y[0] * y[0] + y[1] * y[1] - 1));
    now_.velocity = std::max(now_.velocity, std::abs(2 * (y[0] * y[2] + y[1] * y[3])));
    while (kept_.size() < times_.size() && t >= times_[kept_.size()]) kept_.push_back(now_);
  }

  const std::vector<Drift>& kept() const { return kept_; }

 private:
  std::vector<double> times_;
  std::vector<Drift> kept_;
  Drift now_;
};

/// The pendulum over `until` seconds with radau5 under error control.
inline std::vector<Drift> pendulum_drift(const std::string& formulation, double tolerance, double until) {
  DriftRecord record(until / 1000, until, 10);
  const RunRequest request{.case_name = "pendulum",
                           .formulation = formulation,
                           .method = "radau5",
                           .tolerance = {.rtol = tolerance, .atol = tolerance},
                           .until = until};
  const RunResult result = run(standard_catalogue(), request, {.observer = &record});
  if (result.status != RunStatus::ok) throw std::runtime_error(result.message);
  return record.kept();
}

/// p of the least-squares fit residual ≈ c tᵖ, over times from `from` on.
inline double drift_exponent(const std::vector<Drift>& drift, double Drift::*level, double from) {
  double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (const Drift& d : drift) {
    if (d.t < from) continue;
    const double x = std::log(d.t), y = std::log(d.*level);
    n += 1;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

}  // namespace pleuel
