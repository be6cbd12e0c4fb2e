// Convergence and divergence tests for iterations.
#pragma once

#include <limits>
#include <string>

namespace pleuel {

/// Constants of the tests in IterationControl. All except `stagnation` and `divergence` are
/// relative to the scale.
struct StopRule {
  int most_iterations = 50;
  double tolerance = 4 * std::numeric_limits<double>::epsilon();
  /// √ε: after such an increment, the next one of a second-order method would be ε. If increments
  /// no longer shrink below this size, rounding is the cause. Use 0 for slower iterations:
  /// stagnation is then not tested.
  double rounding = 1e-8;
  double stagnation = 0.5;
  /// 1/√ε: an iteration that grew by this factor has lost half of its digits. Use infinity where
  /// growth is allowed.
  double divergence = 6.7e7;
};

enum class IterationState { iterate, success, failure };

/// Decides when an iteration stops. Each iteration k = 1, 2, … reports one number rₖ ≥ 0, the norm
/// of a residual or an increment, and a scale sₖ. Used by Newton's method for initial values,
/// equilibria and similar problems. The stages of integrators use NewtonControl, which also
/// predicts convergence rates. The tests, in this order:
///
///     converged           if  rₖ ≤ tolerance · sₖ
///     reached rounding    if  rₖ ≤ rounding · sₖ  and  rₖ > stagnation · rₖ₋₁, k > 1 (a success)
///     become not finite   if  rₖ is NaN or infinite
///     diverged            if  rₖ > divergence · r₁
///     not converged       if  k ≥ most_iterations
///
/// Otherwise the iteration continues. The caller chooses norm and scale.
class IterationControl {
 public:
  explicit IterationControl(const StopRule& rule) : rule_(rule) {}

  [[nodiscard]] IterationState check(double size, double scale = 1);
  /// The next number is not compared with the last one, because they belong to different equations.
  void forget_last() { last_ = std::numeric_limits<double>::infinity(); }

  IterationState state() const { return state_; }
  int iterations() const { return iterations_; }
  double first() const { return first_; }
  double last() const { return last_; }
  /// True if the iteration succeeded by reaching the level of rounding.
  bool is_rounding() const { return cause_ == Cause::rounding; }
  /// Why the iteration failed, as the rest of a sentence whose subject is the iteration's name:
  /// "diverges: …". `measure` is the name of rₖ.
  std::string fault(const std::string& measure) const;

 private:
  enum class Cause { none, tolerance, rounding, not_finite, divergence, limit };
  Cause judge(double size, double scale, double before) const;

  StopRule rule_;
  IterationState state_ = IterationState::iterate;
  Cause cause_ = Cause::none;
  int iterations_ = 0;
  double first_ = 0;
  double last_ = std::numeric_limits<double>::infinity();
  double wanted_ = 0;  // tolerance · sₖ
};

}  // namespace pleuel
