// Selects the order of methods of variable order by the cost per unit of time.
#pragma once

#include <vector>

namespace pleuel {

struct OrderOptions {
  /// the order is raised only if Newton's method is expected to contract at least this fast
  double raise_rate = 0.15;
  double lower_rate = 0.5;  ///< the order is lowered if it contracts no faster than this
  double slow_cost = 2;     ///< factor on the cost of a step if Newton's method contracts so slowly
  double gain = 1.15;       ///< required reduction of the cost per unit of time for a change
  /// safety factor for the step size at another order
  double safety = 0.8;
  double largest_change = 3;  ///< largest change of the step size together with the order
  /// largest growth of the distance between points when the order rises
  double largest_rise = 3;
  /// the order rises only if the step controller proposes at least this fraction of the last step
  double steady = 0;
  double rate_power = 2;  ///< the contraction rate of Newton's method grows like this power of h
  int patience = 3;       ///< accepted steps between two changes
  /// Steps before the order may rise again after it had to be lowered. The number doubles each
  /// time, up to most_doublings times. Otherwise a periodic motion with a varying contraction rate
  /// would change the order in every period.
  int patience_after_failure = 20;
  int most_doublings = 6;
};

/// One of the orders.
struct OrderLevel {
  double work = 1;      ///< cost of a step, in any unit that is common to all orders
  int error_order = 1;  ///< the estimated error behaves like h^error_order
  double points = 1;    ///< steps h in one step of a method that advances in blocks of equal steps
};

/// Data of an accepted step.
struct OrderEvidence {
  double h = 0;       ///< step size
  double h_next = 0;  ///< size proposed by the step controller for the same order
  /// Errors in the error test that the next lower and the next higher order would have had with the
  /// same distance between points. Infinite if not known, or if there is no such order.
  double err_below = 0;
  double err_above = 0;
  double rate = 0;  ///< contraction rate of Newton's method
};

struct OrderChoice {
  int level = 0;  ///< index into the list of orders
  double h = 0;
};

/// Why an attempted step failed.
enum class FailedTry { newton, error_test };

/// Selects order and step size together.
///
/// A step of order k costs work_k and advances H = n_k h, where n_k = points (1 unless the method
/// advances in blocks). From the error of each order the family predicts, the next step would be
///
///     H_k = n_k h · safety · err_k^(−1/error_order).
///
/// The order with the lowest cost per unit of time, work_k/H_k, is chosen if the gain justifies the
/// change.
///
/// Differs from [HW99, 5]: there only Newton's contraction selects the order, and the step size
/// follows. Here contraction is a condition. The order rises only if Newton's method is expected to
/// contract fast in the longer step. It falls if contraction is slow, because steps could not grow
/// then.
class OrderControl {
 public:
  /// Ascending in their order.
  OrderControl(const OrderOptions& options, std::vector<OrderLevel> levels);

  void restart();
  /// The order and size of the next step.
  OrderChoice choose(int level, const OrderEvidence& evidence);
  /// Call after a failed attempt; h is the size of the next attempt at the same order. If Newton's
  /// method failed or the order had just risen, the order is lowered if the last step with the
  /// lower order was cheaper per unit of time than this shortened step. The next step is then at
  /// most as long as that one.
  OrderChoice after_failure(int level, double h, FailedTry why);

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    for (auto& level : self.levels_) stream(level.last_h, level.wait, level.n_falls);
    stream(self.steps_, self.has_risen_, self.has_fallen_);
  }

 private:
  void wait_for(int level);
  double cost(int level, double h) const;  // per unit of time
  double allowed_step(int from, int to, const OrderEvidence& evidence) const;
  /// of the distance between points
  double growth(int from, int to, double h, double h_new) const;

  OrderOptions options_;
  std::vector<OrderLevel> orders_;
  struct Level {
    double last_h = 0;  // last accepted step size; 0: none
    int wait = 0;       // steps before the order may rise to this level
    int n_falls = 0;    // how often this level was left after a failure
  };
  std::vector<Level> levels_;
  int steps_ = 0;            // accepted steps since the last change
  bool has_risen_ = false;   // the last change raised the order
  bool has_fallen_ = false;  // in the current step
};

}  // namespace pleuel
