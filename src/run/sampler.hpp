// The samples that an observer asked for.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/run/run_observer.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {

/// Gives them: of each accepted step, or on a grid by dense output. A jump is shown by two samples
/// of one time in either case, a breakpoint only with each step.
class Sampler {
 public:
  /// The observer may be absent; then nothing is evaluated. The row of outputs must outlive this.
  Sampler(const RunRequest& request, double t_begin, double t_end, RunObserver* observer, OutputRow& outputs);

  void start(double t, ConstVec y);
  /// The dense up to t, where it has the value y.
  void step(double t, ConstVec y, const DenseOutput& dense);
  void jump(double t, ConstVec before, ConstVec after);
  void breakpoint(double t, ConstVec after);

 private:
  void give(double t, ConstVec y);

  RunObserver* observer_;
  OutputRow& outputs_;
  bool is_each_step_;
  TimeGrid grid_;
  Vector room_;
};

}  // namespace pleuel
