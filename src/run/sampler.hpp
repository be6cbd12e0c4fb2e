// Passes samples to an observer.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/run/run_observer.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {

/// Samples each accepted step, or a time grid by dense output. A jump is always shown by two
/// samples at one time; a breakpoint only if each step is sampled.
class Sampler {
 public:
  /// The observer may be null; then nothing is evaluated. The row of outputs must outlive this
  /// object.
  Sampler(const RunRequest& request, double t_begin, double t_end, RunObserver* observer, OutputRow& outputs);

  void start(double t, ConstVec y);
  /// Samples the dense output up to t, where the solution is y.
  void step(double t, ConstVec y, const DenseOutput& dense);
  void jump(double t, ConstVec before, ConstVec after);
  void breakpoint(double t, ConstVec after);

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream.section("samples");
    stream(self.grid_);
  }

 private:
  void give(double t, ConstVec y);

  RunObserver* observer_;
  OutputRow& outputs_;
  bool is_each_step_;
  TimeGrid grid_;
  Vector room_;
};

}  // namespace pleuel
