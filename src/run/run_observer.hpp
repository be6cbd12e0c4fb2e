// Who watches a run.
#pragma once

#include "pleuel/linalg/types.hpp"
#include "pleuel/run/output_row.hpp"
#include "pleuel/run/run_result.hpp"
#include "pleuel/run/step_report.hpp"

namespace pleuel {

/// Sees a run from its consistent start to its end, also when it fails: samples already given stay
/// given. What an observer does is not part of cpu_seconds.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  virtual void begin(const RunHeader& /*header*/) {}
  /// A point of the trajectory. Whoever wants the outputs too overrides this one, the others the
  /// one below.
  virtual void sample(const Sample& at) { sample(at.t(), at.y()); }
  virtual void sample(double /*t*/, ConstVec /*y*/) {}
  /// After each accepted step: what it took. Tries after the last one are counted in the result
  /// alone.
  virtual void step(const StepReport& /*report*/) {}
  /// After each accepted step: the part of the interval that is done, from 0 to 1.
  virtual void progress(double /*fraction*/, double /*t*/) {}
  virtual void end(const RunResult& /*result*/) {}
};

}  // namespace pleuel
