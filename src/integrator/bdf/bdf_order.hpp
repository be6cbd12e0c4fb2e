// Which order and which step come next.
#pragma once

#include "pleuel/integrator/bdf/bdf_formula.hpp"

namespace pleuel {

struct BdfOrderOptions {
  int order_max = kLargestBdfOrder;
  int order = 0;  ///< > 0: kept once it is reached
  /// An error E at order j allows the step to change by (bias · E)^(−1/(j+1)). A lower order has to
  /// promise clearly more than the old one: noise in the highest difference looks like a large
  /// error of the order that it belongs to.
  double bias = 2;
  double bias_lower = 5;
  double bias_raise = 2;
  /// growth from 1 to this is not worth a new factorisation and uneven spacing
  double keep_up_to = 2;
  double largest_growth = 2;
  double largest_reduction = 4;
};

/// The errors, in units of the tolerance, that steps of three neighbouring orders would add at the
/// step just taken; negative where there is no estimate.
struct BdfOrderErrors {
  double lower = -1;
  double same = 0;
  double raised = -1;
};

/// Order and step of a variable-order method, by the longest step that the errors allow [HNW93,
/// III.7].
///
/// While it starts, from order 1, it raises the order and doubles the step with each step, until an
/// error speaks against; failures of the very first step only say that its size was guessed too
/// large. Later a higher order is considered when k + 1 steps of order k have been taken since the
/// last change of order: before that the highest difference shows the change and not the solution.
class BdfOrderControl {
 public:
  struct Choice {
    int order;
    double factor;  ///< of the step
  };

  explicit BdfOrderControl(const BdfOrderOptions& options) : options_(options) {}

  void restart();
  /// Steps are all alike: `order` now, and one more with each step up to the highest.
  void restart_at(int order);
  void fixed_step_accepted();
  /// Whether errors at other orders will be looked at: while it starts, where the step must become
  /// shorter, and every k + 1 steps.
  bool wants_neighbours(double error) const;
  /// Whether E at order + 1 will be looked at.
  bool wants_raised() const { return !is_starting_ && since_change_ >= order_ && order_ < highest(); }
  [[nodiscard]] Choice accepted(const BdfOrderErrors& errors);
  /// After the n-th failure of the error test in one step.
  [[nodiscard]] Choice rejected(const BdfOrderErrors& errors, int n_failures);
  /// Newton's method failed: it says nothing of the order, but ends the start.
  void step_failed() { is_starting_ = is_starting_ && !has_accepted_; }

  int order() const { return order_; }
  int highest() const { return options_.order > 0 ? options_.order : options_.order_max; }
  const BdfOrderOptions& options() const { return options_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.order_, self.since_change_, self.since_look_, self.is_starting_, self.has_accepted_);
  }

 private:
  double log_factor(double bias, double error, int order) const;
  Choice best_of(const BdfOrderErrors& errors) const;
  Choice take(int order, double factor);

  BdfOrderOptions options_;
  int order_ = 1;
  int since_change_ = 0;  // steps of this order
  int since_look_ = 0;    // steps without a look at other orders
  bool is_starting_ = true;
  bool has_accepted_ = false;  // a step since the start
};

}  // namespace pleuel
