#include "pleuel/base/iteration_control.hpp"

#include <cmath>
#include <utility>

#include "pleuel/base/number_text.hpp"

namespace pleuel {

IterationControl::Cause IterationControl::judge(double size, double scale, double before) const {
  if (size <= rule_.tolerance * scale) return Cause::tolerance;
  if (size <= rule_.rounding * scale && size > rule_.stagnation * before) return Cause::rounding;
  if (!std::isfinite(size)) return Cause::not_finite;
  if (size > rule_.divergence * first_) return Cause::divergence;
  return iterations_ >= rule_.most_iterations ? Cause::limit : Cause::none;
}

IterationState IterationControl::check(double size, double scale) {
  if (++iterations_ == 1) first_ = size;
  wanted_ = rule_.tolerance * scale;
  cause_ = judge(size, scale, std::exchange(last_, size));
  state_ = cause_ == Cause::none                                     ? IterationState::iterate
           : cause_ == Cause::tolerance || cause_ == Cause::rounding ? IterationState::success
                                                                     : IterationState::failure;
  return state_;
}

std::string IterationControl::fault(const std::string& measure) const {
  const std::string count = std::to_string(iterations_) + (iterations_ == 1 ? " iteration" : " iterations");
  switch (cause_) {
    case Cause::not_finite:
      return "is not finite: after " + count + " its " + measure + " is " + number_text(last_);
    case Cause::divergence:
      return "diverges: in " + count + " its " + measure + " grew from " + number_text(first_) + " to " +
             number_text(last_);
    case Cause::limit:
      return "has not converged after " + count + ": its " + measure + " is " + number_text(last_) +
             ", and must be at most " + number_text(wanted_);
    default:
      return "";
  }
}

}  // namespace pleuel
