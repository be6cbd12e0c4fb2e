#include "pleuel/integrator/mebdf/mebdf.hpp"

#include <algorithm>
#include <utility>

#include "pleuel/base/left_domain.hpp"

namespace pleuel {
namespace {

constexpr int kStableOrder = 4;
// Order 5 amplifies undamped oscillations by 1.027 per step at most, and none with 5 % damping.
constexpr int kSuspectOrder = 5;
constexpr int kStableBdfOrder = 2;
// Errors of stages 1 and 2 enter the result multiplied by h ∂r/∂y, which e does not show. The
// published programs test stage 1, of one order less; this factor gives steps of the same size.
constexpr double kErrorFactor = 5;
// At index 3 the error of λ is of order p in BDF and p − 2 in MEBDF. A change between orders up to
// 4 then changes the size of this error by much, and the differences take it for an error of the
// step.
constexpr int kPlainOrderAtIndex3 = 4;
// Rounding in the distance to t_stop, in steps.
constexpr double kAheadRounding = 1e-9;

/// At index 3 orders 3 and 4 are those of BDF, which are not A-stable.
MultistepOptions limited(MultistepOptions options, const DaeInfo& info) {
  if (info.constraint_level <= 1) return options;
  options.orders.stable_order = std::min(options.orders.stable_order, kStableBdfOrder);
  options.orders.suspect_order = kStableBdfOrder;
  return options;
}

}  // namespace

MebdfOptions::MebdfOptions() {
  name = "mebdf";
  orders.order_max = kLargestMebdfOrder;
  orders.stable_order = kStableOrder;
  orders.suspect_order = kSuspectOrder;
  error_factor = kErrorFactor;
}

Mebdf::Mebdf(Dae& dae, const StepSettings& settings, const MultistepOptions& options)
    : Multistep(dae, settings, limited(options, dae.info()), kLargestMebdfOrder),
      last_plain_order_(dae.info().constraint_level > 1 ? kPlainOrderAtIndex3 : 1),
      newton_ahead_(newton_options()),
      newton_last_(newton_options()) {}

std::unique_ptr<StepMethod> Mebdf::sibling(const StepSettings& settings,
                                           const MultistepOptions& options) const {
  return std::make_unique<Mebdf>(dae_, settings, options);
}

double Mebdf::begin(const Begin& at) {
  for (Vector* vector : {&predicted_, &predicted_slope_, &delta_, &e_first_, &r_first_, &r_ahead_})
    vector->setZero(at.y.size());
  newton_ahead_.restart();
  newton_last_.restart();
  return Multistep::begin(at);
}

double Mebdf::leading_coefficient(int order) const {
  return bdf_leading_coefficient(is_plain_ ? order : order - 1);
}

Attempt Mebdf::attempt(const Trial& trial) {
  const auto attempt_plainly = [&](bool is_plain) {
    is_plain_ = is_plain || orders().order() <= last_plain_order_;
    // BDF above order 5 is not stable over several steps.
    if (is_plain_ && !is_fixed_step()) orders().lower_to(std::min(orders().order(), kLargestBdfOrder));
    return Multistep::attempt(trial);
  };
  failed_ahead_ = false;
  Attempt result = attempt_plainly(trial.left < (2 - kAheadRounding) * trial.size);
  return failed_ahead_ ? attempt_plainly(true) : result;
}

Attempt Mebdf::solve(const Trial& trial) {
  if (is_plain_) {
    begin_stage(trial.t_new, newton_);
    return solve_stage(trial.t_new, newton_);
  }
  const MebdfFormula of(formula(), history().spacing());
  predicted_ = y_;
  predicted_slope_ = ydot_;
  delta_ = of.delta * history().difference(formula().order + 1);
  if (Attempt first = solve_first(trial.t_new); !first.is_accepted()) return first;
  if (Attempt ahead = solve_ahead(trial.t_new + trial.h, of); !ahead.is_accepted()) return ahead;
  return solve_last(trial.t_new, of);
}

Attempt Mebdf::solve_first(double t) {
  ydot_ -= delta_;
  begin_stage(t, newton_);
  Attempt result = solve_stage(t, newton_);
  e_first_ = e_;
  r_first_ = formula().alpha * e_ - delta_;
  return result;
}

Attempt Mebdf::solve_ahead(double t, const MebdfFormula& of) {
  history().predict(of.ahead, view(y_), view(ydot_));
  e_ = of.growth * e_first_;
  r_ahead_ = -delta_ - of.coupling * e_first_;
  y_ += e_;
  ydot_ += r_ahead_ + formula().alpha * e_;
  begin_later_stage(t, newton_ahead_);
  Attempt result;
  try {
    result = solve_stage(t, newton_ahead_);
    failed_ahead_ = result.outcome == AttemptOutcome::not_finite;
  } catch (const LeftDomain&) {
    result = {.outcome = AttemptOutcome::left_domain};
    failed_ahead_ = true;
  }
  r_ahead_ += formula().alpha * e_;
  return result;
}

Attempt Mebdf::solve_last(double t, const MebdfFormula& of) {
  const MebdfWeights& w = of.weights;
  e_ = e_first_;
  y_ = predicted_ + e_;
  ydot_ = predicted_slope_ + formula().alpha * e_ - (w.beta2 * r_ahead_ + (w.beta1 - w.b) * r_first_) / w.b;
  begin_later_stage(t, newton_last_);
  return solve_stage(t, newton_last_);
}

/// The rate measured in an earlier stage of the step replaces that of earlier steps.
void Mebdf::begin_later_stage(double t, NewtonControl& newton) {
  if (newton_rate_ < 0 || !(newton_distance_ > 0)) return begin_stage(t, newton);
  newton.begin_step_with_rate(newton_rate_ * std::max(1.0, age_of_jacobian(t) / newton_distance_));
}

}  // namespace pleuel
