// The motion of a mode, large enough to be seen.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// y = (q, v, s) of a mode about the state of the result,
///
///     q = q₀ + ε Re(e^{iφ(t)} δq),
///
/// with an amplitude ε at which the point of the drawing that moves most moves by a tenth of the
/// mechanism's size, unless a body would turn by more than half a radian. Constraints hold to first
/// order in ε. Oscillations go on for some periods without decay or growth, rigid modes swing once
/// per second, and aperiodic modes decay or grow to full amplitude.
class ModeMotion : public DenseOutput {
 public:
  /// `result` must outlive this object and have a drawing.
  ModeMotion(const ModesResult& result, const Mode& mode);

  double begin() const override { return 0; }
  double end() const override { return end_; }
  int order() const override { return 1; }
  void evaluate(double t, Vec y) const override;

  Eigen::Index size() const { return state_.q.size() + state_.v.size() + state_.s.size(); }
  int n_steps() const { return n_steps_; }

 private:
  Complex factor(double t) const;
  Complex rate() const;

  const InitialState& state_;
  const Mode& mode_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  double end_ = 1, amplitude_ = 0;
  int n_steps_ = 0;
};

}  // namespace pleuel
