// Which of several orders of Radau IIA is worth most.
#pragma once

#include <vector>

namespace pleuel {

struct OrderOptions {
  /// the order rises only if Newton's method will contract at least this fast
  double raise_rate = 0.15;
  double lower_rate = 0.5;  ///< and falls when it contracts no faster than this
  double slow_cost = 2;     ///< what a step costs more when Newton's method contracts so slowly
  double gain = 1.15;       ///< how much cheaper a unit of time must become by a change
  double overhead = 1;      ///< cost of a step that does not grow with s, in stages
  /// part of the step that the predicted error of another order would allow
  double safety = 0.8;
  double largest_change = 3;  ///< of the step together with the order
  int patience = 3;           ///< accepted steps between two changes
  /// Steps before the order may rise again after it had to fall; twice as many each time, up to
  /// most_doublings times. A motion whose contraction rate varies with its period would else raise
  /// and lower the order in each of them.
  int patience_after_failure = 20;
  int most_doublings = 6;
};

/// What is known after an accepted step with s stages.
struct OrderEvidence {
  double h = 0;       ///< its size
  double h_next = 0;  ///< what the step controller proposes with s stages
  double err = 0;     ///< of the error test
  double decay = 0;  ///< ‖h^s u^(s)‖ / ‖h^(s−1) u^(s−1)‖: about h/τ, τ the solution's time scale
  double rate = 0;   ///< of Newton's contraction
  int newton_iterations = 0;
};

struct OrderChoice {
  int level = 0;  ///< index into the list of stage numbers
  double h = 0;
};

/// Why a try of a step failed.
enum class FailedTry { newton, error_test };

/// Order and step together [HW99, 4 and 5].
///
/// The estimate with s stages is γ₀ h (f(t_n) − u̇(t_n)) = C_s h^(s+1) y^(s+1) + …, where u̇
/// interpolates f in the nodes, so that
///
///     C_s = γ₀ Π c_i / s! = 2 γ₀ s!/(2s)!.
///
/// It is compared with the tolerance tol_s of RadauScheme. With y^(s+3) h² ≈ decay² y^(s+1) the
/// error of s ± 2 stages in the same step is therefore known,
///
///     err_{s+2} = err_s · decay² · (C_{s+2}/C_s) · (tol_s/tol_{s+2}),
///
/// and with it the step that s ± 2 stages allow, h (safety) err^(−1/(s ± 2 + 1)). A step costs
/// about s + overhead, in units of one stage of all its Newton iterations; the order with the
/// lowest cost of a unit of time is taken, if the gain is worth the change.
///
/// Differs from [HW99, 5]: there Newton's contraction alone decides, and the step's size follows.
/// Here it is a condition: the order rises only if Newton's method will still contract fast in the
/// longer step, its rate growing like h², and falls when it contracts slowly, because steps could
/// not grow then anyway.
class OrderControl {
 public:
  struct Scheme {
    int stages = 0;
    double gamma = 0;      ///< γ̂
    double tolerance = 0;  ///< tol_s
  };
  /// Ascending in their stages.
  OrderControl(const OrderOptions& options, std::vector<Scheme> schemes);

  void restart();
  /// The order and size of the next step.
  OrderChoice choose(int level, const OrderEvidence& evidence);
  /// After a try that failed, h being the size of the next one at the same order. Where Newton's
  /// method failed, or where the order had just risen, the order falls if the last step with the
  /// lower order was worth more than this shortened one; the next step is then no longer than that.
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
  double cost(int level, double h) const;  // of a unit of time
  double allowed_step(int from, int to, const OrderEvidence& evidence) const;

  OrderOptions options_;
  std::vector<Scheme> schemes_;
  struct Level {
    double last_h = 0;  // of the last accepted step; 0: none
    int wait = 0;       // steps before the order may rise to it
    int n_falls = 0;    // how often it was left because it did not work
  };
  std::vector<Level> levels_;
  int steps_ = 0;            // accepted since the last change
  bool has_risen_ = false;   // by the last change
  bool has_fallen_ = false;  // in the step that is being tried
};

}  // namespace pleuel
