#include "pleuel/lab/drift_trace.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

void DriftRecorder::begin(const RunHeader& header) {
  t_begin_ = header.t_begin;
  t_end_ = header.t_end;
}

void DriftRecorder::step(const StepReport& report) {
  const double part = (report.t - t_begin_) / (t_end_ - t_begin_);
  const int interval = std::clamp(static_cast<int>(std::ceil(part * n_intervals)) - 1, 0, n_intervals - 1);
  const double energy = std::abs(report.energy_error);
  if (interval != last_interval_) {
    last_interval_ = interval;
    trace_.t.push_back(report.t);
    trace_.position.push_back(report.residuals.position);
    trace_.velocity.push_back(report.residuals.velocity);
    trace_.acceleration.push_back(report.residuals.acceleration);
    trace_.energy.push_back(energy);
    return;
  }
  const auto raise = [](double& largest, double value) { largest = std::max(largest, value); };
  trace_.t.back() = report.t;
  raise(trace_.position.back(), report.residuals.position);
  raise(trace_.velocity.back(), report.residuals.velocity);
  raise(trace_.acceleration.back(), report.residuals.acceleration);
  raise(trace_.energy.back(), energy);
}

DriftTrace DriftRecorder::take(const RunKey& key) {
  trace_.key = key;
  return std::move(trace_);
}

}  // namespace pleuel
