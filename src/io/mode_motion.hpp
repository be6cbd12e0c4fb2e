// The motion of a mode, large enough to be seen.
#pragma once

#include <memory>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// y = (q, v, s) of a mode about the state of the result,
///
///     q = q₀ + ε Re(e^{iφ(t)} δq),
///
/// with an amplitude ε at which the point of the drawing that moves most moves by a tenth of the
/// mechanism's size, unless a body would turn by more than half a radian. Constraints hold to first
/// order in ε. An oscillation is one period without decay or growth, a rigid mode swings once in a
/// second, and an aperiodic mode decays or grows to full amplitude.
class ModeMotion {
 public:
  /// `result` and `mode` must outlive this object. The result must have a drawing.
  ModeMotion(const ModesResult& result, const Mode& mode);

  /// It begins at 0.
  double end() const { return end_; }
  Eigen::Index size() const { return state_.q.size() + state_.v.size() + state_.s.size(); }
  void evaluate(double t, Vec y) const;

 private:
  Complex factor(double t) const;
  Complex rate() const;

  const InitialState& state_;
  const Mode& mode_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  double end_ = 1, amplitude_ = 0;
};

}  // namespace pleuel
