// Order selection for Radau IIA.
#pragma once

#include <vector>

namespace pleuel {

struct OrderOptions {
  /// the order is raised only if Newton's method is expected to contract at least this fast
  double raise_rate = 0.15;
  double lower_rate = 0.5;  ///< the order is lowered if it contracts no faster than this
  double slow_cost = 2;     ///< factor on the cost of a step if Newton's method contracts so slowly
  double gain = 1.15;       ///< required reduction of the cost per unit of time for a change
  double overhead = 1;      ///< cost of a step that does not grow with s, in stages
  /// safety factor for the step size at another order
  double safety = 0.8;
  double largest_change = 3;  ///< largest change of the step size together with the order
  int patience = 3;           ///< accepted steps between two changes
  /// Steps before the order may rise again after it had to be lowered. The number doubles each
  /// time, up to most_doublings times. Otherwise a periodic motion with a varying contraction rate
  /// would change the order in every period.
  int patience_after_failure = 20;
  int most_doublings = 6;
};

/// Data of an accepted step with s stages.
struct OrderEvidence {
  double h = 0;       ///< step size
  double h_next = 0;  ///< size proposed by the step controller for s stages
  double err = 0;     ///< error in the error test
  /// ‖h^s u^(s)‖ / ‖h^(s−1) u^(s−1)‖ ≈ h/τ with the time scale τ of the solution.
  double decay = 0;
  double rate = 0;  ///< contraction rate of Newton's method
  int newton_iterations = 0;
};

struct OrderChoice {
  int level = 0;  ///< index into the list of stage numbers
  double h = 0;
};

/// Why an attempted step failed.
enum class FailedTry { newton, error_test };

/// Selects order and step size together [HW99, 4 and 5].
///
/// The error estimate with s stages is γ₀ h (f(t_n) − u̇(t_n)) = C_s h^(s+1) y^(s+1) + …, where u̇
/// interpolates f at the nodes. Hence
///
///     C_s = γ₀ Π c_i / s! = 2 γ₀ s!/(2s)!.
///
/// It is compared with the tolerance tol_s of RadauScheme. With y^(s+3) h² ≈ decay² y^(s+1), the
/// error of s ± 2 stages in the same step is
///
///     err_{s+2} = err_s · decay² · (C_{s+2}/C_s) · (tol_s/tol_{s+2}),
///
/// which gives the step size for s ± 2 stages, h · safety · err^(−1/(s ± 2 + 1)). A step costs
/// about s + overhead, in units of one stage. The order with the lowest cost per unit of time is
/// chosen if the gain justifies the change.
///
/// Differs from [HW99, 5]: there only Newton's contraction selects the order, and the step size
/// follows. Here contraction is a condition. The order rises only if Newton's method is expected to
/// contract fast in the longer step (its rate grows like h²). It falls if contraction is slow,
/// because steps could not grow then.
class OrderControl {
 public:
  struct Scheme {
    int stages = 0;
    double gamma = 0;      ///< γ̂
    double tolerance = 0;  ///< tol_s
  };
  /// Ascending in their number of stages.
  OrderControl(const OrderOptions& options, std::vector<Scheme> schemes);

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
  /// C_s / tol_s.
  double scale(int level) const;
  double cost(int level, double h) const;  // per unit of time
  double allowed_step(int from, int to, const OrderEvidence& evidence) const;

  OrderOptions options_;
  std::vector<Scheme> schemes_;
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
