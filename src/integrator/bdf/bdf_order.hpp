// Selects the next order and step size of a multistep method.
#pragma once

#include "pleuel/integrator/bdf/bdf_formula.hpp"
#include "pleuel/integrator/bdf/stability_limit.hpp"

namespace pleuel {

struct BdfOrderOptions {
  int order_max = kLargestBdfOrder;
  int order = 0;  ///< > 0: kept once it has been reached
  /// the highest A-stable order, see StabilityLimit; 0: no limit
  int stable_order = 2;
  /// the highest order at which oscillations are hardly amplified
  int suspect_order = 2;
  /// An error E at order j allows the step to change by (bias · E)^(−1/(j+1)). A lower order must
  /// promise a clearly larger step than the current one, because noise in the highest difference
  /// looks like a large error.
  double bias = 2;
  double bias_lower = 5;
  double bias_raise = 2;
  /// growth between 1 and this does not justify a new factorisation and uneven spacing
  double keep_up_to = 2;
  double largest_growth = 2;
  double largest_reduction = 4;
};

/// Estimated errors of steps at three neighbouring orders, in units of the tolerance; negative: no
/// estimate.
struct BdfOrderErrors {
  double lower = -1;
  double same = 0;
  double raised = -1;
  /// at the stable order, if the order must go back to it
  double stable = -1;
};

/// Selects the order that allows the longest step [HNW93, III.7].
///
/// During the start, from order 1, each step raises the order and doubles the step size until an
/// error estimate prevents it. Failures of the first step only show that its size was guessed too
/// large. Later, a higher order is considered after k + 1 steps of order k since the last change:
/// before that, the highest difference shows the change and not the solution.
class BdfOrderControl {
 public:
  struct Choice {
    int order;
    double factor;  ///< factor on the step size
  };

  explicit BdfOrderControl(const BdfOrderOptions& options)
      : options_(options), limit_(options.order > 0 ? 0 : options.stable_order, options.suspect_order) {}

  void restart();
  /// For equal steps: starts at `order` and raises it with each step up to the highest.
  void restart_at(int order);
  void fixed_step_accepted();
  /// Call after each accepted step, before `accepted`.
  void step_taken() { limit_.step_accepted(); }
  /// Takes a step of a lower order than planned.
  void lower_to(int order) { order_ = order; }
  /// True if errors at other orders are needed: during the start, if the step must become shorter,
  /// and every k + 1 steps.
  bool wants_neighbours(double error) const;
  /// True if E at order + 1 is needed.
  bool wants_raised() const { return !is_starting_ && since_change_ >= order_ && order_ < highest(); }
  [[nodiscard]] Choice accepted(const BdfOrderErrors& errors);
  /// Call after the n-th failed error test of one step.
  [[nodiscard]] Choice rejected(const BdfOrderErrors& errors, int n_failures);
  /// True if the differences of StabilityLimit must be compared.
  bool wants_differences(double size) const { return limit_.wants_differences(order_, size); }
  /// True if the order is above the highest one that is allowed now: StabilityLimit holds it.
  bool must_go_back() const { return options_.order == 0 && order_ > highest(); }
  StabilityLimit& limit() { return limit_; }
  /// Newton's method failed: this does not change the order, but ends the start.
  void step_failed() { is_starting_ = is_starting_ && !has_accepted_; }

  int order() const { return order_; }
  int highest() const { return options_.order > 0 ? options_.order : limit_.highest(options_.order_max); }
  const StabilityLimit& limit() const { return limit_; }
  const BdfOrderOptions& options() const { return options_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.order_, self.since_change_, self.since_look_, self.is_starting_, self.has_accepted_);
    StabilityLimit::state(self.limit_, stream);
  }

 private:
  double bounded(double log_factor) const;
  double log_factor(double bias, double error, int order) const;
  Choice best_of(const BdfOrderErrors& errors) const;
  Choice take(int order, double factor);

  BdfOrderOptions options_;
  StabilityLimit limit_;
  int order_ = 1;
  int since_change_ = 0;  // steps of this order
  int since_look_ = 0;    // steps since other orders were considered
  bool is_starting_ = true;
  bool has_accepted_ = false;  // a step since the start
};

}  // namespace pleuel
