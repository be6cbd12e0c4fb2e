// When an iteration has converged, and when it never will.
#pragma once

#include <limits>
#include <string>

namespace pleuel {

/// The numbers of IterationControl's inequalities. All but `stagnation` and `divergence` are parts
/// of the scale.
struct StopRule {
  int most_iterations = 50;
  double tolerance = 4 * std::numeric_limits<double>::epsilon();
  /// √ε: the next increment of a method of second order would be ε, so that one which does not
  /// shrink is rounding. 0 where the iteration is slower: then stagnation is none.
  double rounding = 1e-8;
  double stagnation = 0.5;
  /// 1/√ε: an iteration that grew so far has lost half the digits of where it began. Infinity where
  /// growth is no fault.
  double divergence = 6.7e7;
};

enum class IterationState { iterate, success, failure };

/// Stops an iteration that shows itself by one number at a time, a residual or an increment rₖ ≥ 0
/// in a norm of its own, k = 1, 2, …, with the scale sₖ of what it is compared with. Newton's
/// method for starts, equilibria and their like; the stages of integrators have NewtonControl,
/// which predicts rates from step to step. In this order it has
///
///     converged           if  rₖ ≤ tolerance · sₖ
///     reached rounding    if  rₖ ≤ rounding · sₖ  and  rₖ > stagnation · rₖ₋₁, k > 1 (a success)
///     become not finite   if  rₖ is NaN or infinite
///     diverged            if  rₖ > divergence · r₁
///     not converged       if  k ≥ most_iterations
///
/// and goes on otherwise. Norm and scale belong to the loop.
class IterationControl {
 public:
  explicit IterationControl(const StopRule& rule) : rule_(rule) {}

  [[nodiscard]] IterationState check(double size, double scale = 1);
  /// The next number is not compared with the last one: they do not belong to the same equations.
  void forget_last() { last_ = std::numeric_limits<double>::infinity(); }

  IterationState state() const { return state_; }
  int iterations() const { return iterations_; }
  double first() const { return first_; }
  double last() const { return last_; }
  /// The success is one of rounding.
  bool is_rounding() const { return cause_ == Cause::rounding; }
  /// Why the iteration failed, as the rest of a sentence that begins with its name: "diverges: …".
  /// `measure` is the name of rₖ.
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
