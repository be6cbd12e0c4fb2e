// Convergence control of the simplified Newton iteration.
#pragma once

#include "pleuel/integrator/newton/newton_report.hpp"

namespace pleuel {

struct NewtonOptions {
  int max_iterations = 7;
  double kappa = 0.01;  ///< stop when η ‖Δ‖ ≤ κ, in units of the tolerance
  /// increments of this norm are rounding errors: stagnation there counts as convergence
  double rounding = 0;
  /// Increments below this fraction of the tolerance that no longer shrink count as rounding, and
  /// the iteration as converged. Stiff forces amplify the rounding of q, so accelerations cannot be
  /// more accurate.
  double stagnation = 0.02;
  double reusable_rate = 1e-3;    ///< value of θ if one iteration was enough to converge
  double divergence_rate = 0.99;  ///< θ from which the iteration counts as divergent
  /// Before this number of iterations, quotients up to largest_undecided do not decide yet, see
  /// NewtonControl.
  int deciding_iterations = 3;
  double largest_undecided = 10;
  /// acceptable θ of the next step, see NewtonControl::growth_limit
  double comfortable_rate = 0.3;
  /// power of h in the increments' size, for the predicted reduction of the step
  int error_order = 4;
  bool gives_up_early = true;  ///< stop if the rate predicts that max_iterations do not suffice
  /// The first increment whose rate is judged: 1, or 2 if the first increment only corrects the
  /// error of the predictor. It then does not count in max_iterations.
  int first_judged = 1;
};

/// κ = rtol^power, at most 0.03. The iteration error stays well below the discretisation error and
/// above rounding. The default power 1/2 is that of [HW96, IV.8].
double newton_kappa(double rtol, double power = 0.5);

/// Decision after an increment.
enum class NewtonVerdict {
  proceed,
  converged,
  divergent,  ///< θ ≥ divergence_rate
  slow,       ///< does not converge within max_iterations
  not_finite  ///< the increment's norm is NaN or infinite
};

/// Convergence control of the simplified Newton method [HW96, IV.8, "Stopping Criterion"].
///
/// The contraction rate is θ_k = ‖Δ_k‖ / ‖Δ_{k−1}‖, from the third iteration on the geometric mean
/// of the last two. The error after iteration k is at most η_k ‖Δ_k‖ with η_k = θ_k / (1 − θ_k).
/// One increment gives no rate; then η = η_old^0.8 with η_old from the previous step. The iteration
/// stops as slow if the predicted error of its last iteration, θ^(k_max − 1 − k) η_k ‖Δ_k‖, exceeds
/// κ.
///
/// It stops after deciding_iterations at the earliest, unless one quotient exceeds
/// largest_undecided; until then η = 1 if the rate is too large. Differs from [HW96, IV.8], where
/// the first quotient decides: a Jacobian common to all stages, or an old one, misses the rotation
/// of constraint directions, and large inertia ratios amplify this. The error propagation matrix
/// then resembles [0 B; C 0] with large B and small C, and increments shrink in pairs:
/// models/flyball.json has 5.27, 5.24, 0.33, 0.20, 0.027.
///
/// One quotient also does not prove convergence while the increment exceeds the tolerance. The
/// first increment may be the remainder of a high-order predictor in directions that contract at
/// once: the slider crank (rcd1, 1e-4, seven stages) has 2800, 1.16 at a rate of 0.05.
class NewtonControl {
 public:
  explicit NewtonControl(const NewtonOptions& options) : options_(options) {}

  /// Forgets the rates of earlier steps.
  void restart() {
    eta_ = 1;
    first_norm_ = -1;
  }
  /// `growth` relative to the previous step. After a much shorter step the old rate is not used.
  void begin_step(double growth = 1);
  /// Starts a step with a known rate θ of one iteration; a value ≥ 1 means unknown.
  void begin_step_with_rate(double theta);
  [[nodiscard]] NewtonVerdict judge(double increment_norm);

  /// The relative error that the next increment may have if its system is solved iteratively:
  /// a tenth of κ for the increment that is expected from the last step or the last rate.
  [[nodiscard]] double allowed_error() const;
  /// True if an error of the last increment, in units of the tolerance, is small compared with κ.
  bool is_small(double error) const;

  int iterations() const { return iterations_; }
  /// Number of all increments, including those that are not judged.
  int increments() const { return increments_; }
  double rate() const { return theta_; }
  double last_norm() const { return norm_; }
  /// Value compared with κ: η ‖Δ‖, or its prediction for the last iteration.
  double error_bound() const { return error_bound_; }
  /// Factor for the step after a failure: 1/2, or the factor that the predicted error requires.
  double step_factor() const { return step_factor_; }
  /// Limit of the growth factor after a converged step, because the rate grows with the step:
  /// comfortable_rate / θ within 0.7 and 8 [GS97]. No limit after at most two iterations, because
  /// one quotient is not a rate. Increments after convergence, which a strict test requires, do not
  /// count: their quotients are those of rounding errors.
  double growth_limit() const { return growth_limit_; }
  const NewtonOptions& options() const { return options_; }
  NewtonReport report() const {
    return {.iterations = increments_,
            .max_iterations = options_.max_iterations + options_.first_judged - 1,
            .rate = theta_,
            .divergence_rate = options_.divergence_rate,
            .error_bound = error_bound_,
            .kappa = options_.kappa};
  }

  /// State passed from one step to the next.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.eta_, self.first_norm_);
  }

 private:
  NewtonVerdict judged(double increment_norm);
  NewtonVerdict judge_rate();
  double limit_of_growth() const;

  NewtonOptions options_;
  int iterations_ = 0;  // judged iterations
  int increments_ = 0;
  double eta_ = 1;
  double theta_ = 0;
  double quotient_ = 0;  // ‖Δ_k‖ / ‖Δ_{k−1}‖ of the previous iteration
  double norm_ = 0;
  double first_norm_ = -1;  // of the last step; −1: there was none
  double error_bound_ = 0;
  double step_factor_ = 0.5;
  bool has_converged_ = false;  // in this step
  double growth_limit_ = 0;     // at convergence
};

}  // namespace pleuel
