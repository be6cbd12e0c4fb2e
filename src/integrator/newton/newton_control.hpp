// When a simplified Newton iteration has converged, and when it never will.
#pragma once

#include "pleuel/integrator/newton/newton_report.hpp"

namespace pleuel {

struct NewtonOptions {
  int max_iterations = 7;
  double kappa = 0.01;  ///< stop when η ‖Δ‖ ≤ κ, in units of the tolerance
  /// increments of this norm are rounding errors: stagnation there is convergence
  double rounding = 0;
  /// Increments up to this part of the tolerance that no longer shrink count as rounding, and the
  /// iteration as converged: where a stiff force amplifies the rounding of q, accelerations cannot
  /// be had more exactly.
  double stagnation = 0.02;
  double reusable_rate = 1e-3;    ///< taken for θ when one iteration was enough to converge
  double divergence_rate = 0.99;  ///< θ from which on the iteration counts as divergent
  /// A first quotient up to this one decides nothing yet, see NewtonControl.
  double largest_undecided = 10;
  /// θ that the next step may have, see NewtonControl::growth_limit
  double comfortable_rate = 0.3;
  /// power of h in the increments' size, for the predicted reduction of the step
  int error_order = 4;
  bool gives_up_early = true;  ///< stop when the rate predicts that max_iterations do not suffice
  /// The increment from which on rates are judged: 1, or 2 where the first makes good what the
  /// predictor leaves and says nothing of the rate. It is not counted among max_iterations then.
  int first_judged = 1;
};

/// κ = rtol^power, at most 0.03: the iteration error shall stay well below the discretisation
/// error, and above rounding. With the power 1/2 of [HW96, IV.8] as default.
double newton_kappa(double rtol, double power = 0.5);

/// What to do after an increment.
enum class NewtonVerdict {
  proceed,
  converged,
  divergent,  ///< θ ≥ divergence_rate
  slow,       ///< will not, or did not, converge within max_iterations
  not_finite  ///< the increment's norm is NaN or infinite
};

/// Convergence control of the simplified Newton method [HW96, IV.8, "Stopping Criterion"].
///
/// With the contraction rate θ_k = ‖Δ_k‖ / ‖Δ_{k−1}‖ (the geometric mean of the last two from the
/// third iteration on), the error after iteration k is at most η_k ‖Δ_k‖, η_k = θ_k / (1 − θ_k).
/// One increment gives no rate; then η = η_old^0.8 with η_old of the step before. The iteration is
/// given up when the error predicted for its last iteration, θ^(k_max − 1 − k) η_k ‖Δ_k‖, is above
/// κ.
///
/// It is given up after three increments at the earliest, unless one quotient exceeds
/// largest_undecided; until then η = 1 where the rate speaks against it. Differs from [HW96, IV.8],
/// where the first quotient decides. One J for all stages, or an old one, misses how the directions
/// of constraints turn, and ratios of inertia multiply what it misses: the matrix of error
/// propagation is like [0 B; C 0] with B large and C small, and increments shrink in pairs.
/// models/flyball.json has 5.27, 5.24, 0.33, 0.20, 0.027: a rate of 0.25, and a first quotient of
/// 0.99.
///
/// Nor does one quotient prove convergence while the increment is above the tolerance: the first
/// increment may be what a predictor of high order leaves in directions that contract at once. The
/// slider crank (rcd1, 1e-4, seven stages) has 2800, 1.16: a quotient of 4e-4 where the rate is
/// 0.05; the residuals left by it failed the error test of the next step however short that was.
class NewtonControl {
 public:
  explicit NewtonControl(const NewtonOptions& options) : options_(options) {}

  /// Forgets the rates of earlier steps.
  void restart() { eta_ = 1; }
  /// `growth`: of the step against the one before; after a much shorter step its rate says nothing.
  void begin_step(double growth = 1);
  /// The rate of one iteration is known from elsewhere; 1 or more: it is not.
  void begin_step_with_rate(double theta);
  [[nodiscard]] NewtonVerdict judge(double increment_norm);

  int iterations() const { return iterations_; }
  /// All of them, also those not judged.
  int increments() const { return increments_; }
  double rate() const { return theta_; }
  double last_norm() const { return norm_; }
  /// What was compared with κ: η ‖Δ‖, or its prediction for the last iteration.
  double error_bound() const { return error_bound_; }
  /// Factor for the step after a failure: 1/2, or what the predicted error asks for.
  double step_factor() const { return step_factor_; }
  /// Limit of the factor for the step after a converged one, from its rate, which grows with the
  /// step: comfortable_rate / θ within 0.7 and 8 [GS97]. None after at most two iterations: one
  /// quotient is no rate. Increments after convergence, which a strict test asks for, do not count:
  /// in the norm that is judged here their quotients are those of rounding errors.
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

  /// What one step leaves for the next.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.eta_);
  }

 private:
  NewtonVerdict judged(double increment_norm);
  NewtonVerdict judge_rate();
  double limit_of_growth() const;

  NewtonOptions options_;
  int iterations_ = 0;  // judged
  int increments_ = 0;
  double eta_ = 1;
  double theta_ = 0;
  double quotient_ = 0;  // ‖Δ_k‖ / ‖Δ_{k−1}‖ of the iteration before
  double norm_ = 0;
  double error_bound_ = 0;
  double step_factor_ = 0.5;
  bool has_converged_ = false;  // in this step
  double growth_limit_ = 0;     // at convergence
};

}  // namespace pleuel
