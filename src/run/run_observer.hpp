// Observes a run.
#pragma once

#include "pleuel/linalg/types.hpp"
#include "pleuel/run/output_row.hpp"
#include "pleuel/run/run_result.hpp"
#include "pleuel/run/step_report.hpp"

namespace pleuel {

/// Receives a run from its consistent start to its end, also if it fails. The time of observers
/// does not count in cpu_seconds.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  virtual void begin(const RunHeader& /*header*/) {}
  /// A point of the trajectory. Override this one to read outputs, otherwise the one below.
  virtual void sample(const Sample& at) { sample(at.t(), at.y()); }
  virtual void sample(double /*t*/, ConstVec /*y*/) {}
  /// Called after each accepted step with its work. Attempts after the last accepted step are
  /// counted only in the result.
  virtual void step(const StepReport& /*report*/) {}
  /// Called after each accepted step with the completed fraction of the interval, 0 to 1.
  virtual void progress(double /*fraction*/, double /*t*/) {}
  virtual void end(const RunResult& /*result*/) {}
};

}  // namespace pleuel
