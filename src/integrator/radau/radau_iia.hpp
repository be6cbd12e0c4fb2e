// The implicit Runge–Kutta methods Radau IIA.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "pleuel/integrator/control/recent_steps.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/radau/order_control.hpp"
#include "pleuel/integrator/radau/radau_piece.hpp"
#include "pleuel/integrator/radau/radau_scheme.hpp"

namespace pleuel {

/// Radau IIA of order 2s − 1 on E(t,y) ẏ = r(t,y), 0 = c(t,y) [HW96, IV.8; HLR89].
///
/// Stages Y_i = y_n + Z_i solve R_i := residual(t_n + c_i h, Y_i, Ẏ_i) = 0 with Ẏ_i = 1/h Σ_j (A⁻¹)_ij Z_j.
/// In Z = T W, with T from RadauCoefficients, simplified Newton falls apart into one real and (s − 1)/2
/// complex systems
///
///     (γ̂/h E − J) ΔW₁ = (T⁻¹R)₁
///     ((α̂ + iβ̂)/h E − J) (ΔW_k + iΔW_{k+1}) = (T⁻¹R)_k + i (T⁻¹R)_{k+1},
///
/// since [α̂ −β̂; β̂ α̂](u, w) is (α̂ + iβ̂)(u + iw). Writing the derivative as Ẏ and not as A⁻¹'s product with f
/// keeps this right for singular and for state-dependent E, and for more rows than unknowns, where the Newton
/// matrix says what "solve" means. c_s = 1, so y_{n+1} = Y_s satisfies all algebraic rows.
///
/// Error: (γ̂/h E − J)⁻¹ residual(t_n, y_n, u̇(t_n)), u the collocation polynomial [HW96, IV (8.19)]; in the
/// first step and after a rejection, an error ≥ 1 is filtered once more with y_n + err in place of y_n [HW96,
/// IV (8.20)]. It is compared with the tolerances of RadauScheme.
///
/// With a fixed step there is no error test; a step that Newton's method cannot solve, even with a new Jacobian and from
/// constant values, is a failure.
///
/// With several numbers of stages the order varies: OrderControl chooses it after each accepted step together with the step's size, and lowers
/// it when Newton's method fails. The next stages are predicted from the last polynomial whatever its degree.
///
/// Not for non-stiff problems with costly Jacobians.
class RadauIIA : public Integrator {
 public:
  /// Throws InvalidInput for settings or options that make no sense. The Dae must outlive this.
  RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options = {});
  RadauIIA(const RadauIIA&) = delete;  // the dense piece refers to the schemes
  RadauIIA& operator=(const RadauIIA&) = delete;

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return t_; }
  ConstVec y() const override { return view(y_); }
  const DensePiece& piece() const override { return piece_; }
  const Statistics& statistics() const override { return statistics_; }
  std::optional<double> local_error(Vec e) const override;

 private:
  /// Why the last try was given up.
  enum class Trouble { none, newton, not_finite, left_domain, error_test };

  StepOutcome advance(double t_stop);
  std::optional<SingularMatrix> try_step();
  double choose_step(double t_stop);
  void take_level(int level);
  const RadauCoefficients& coefficients() const { return scheme_->coefficients; }
  const StageKernels& kernels() const { return scheme_->kernels; }
  const ErrorNorm& norm() const { return scheme_->norm; }
  NewtonControl& newton() { return scheme_->newton; }
  const NewtonControl& newton() const { return scheme_->newton; }
  int stages() const { return scheme_->stages(); }
  bool is_variable() const { return schemes_.size() > 1; }
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  double smallest_step() const;
  std::optional<SingularMatrix> prepare_matrices();
  void linearize(double h);
  void predict_stages();
  Trouble solve_stages();
  void evaluate_stages();
  double solve_increments();
  ConstVec increment_weights() const;
  bool is_strictly_converged();
  Failure not_finite_matrix(const SingularMatrix& matrix);
  Trouble estimate_error();
  double interpolation_error();
  bool is_noise(double err);
  void accept(double t_new);
  void plan_next_step();
  void choose_order(bool was_shortened);
  void measure_decay();
  void shorten_after(Trouble trouble);
  void keep_bad_row();

  std::optional<Failure> forbidden();
  std::optional<Failure> failed_fixed_step(Trouble trouble) const;
  Failure singular(const SingularMatrix& matrix) const;
  Failure too_many_retries() const;
  Failure thrown(const std::string& text) const;
  Failure failure_after(Trouble trouble) const;
  Failure basic_failure(FailureKind kind) const;
  std::string newton_inequality() const;
  std::string worst_increment() const;

  Dae& dae_;
  StepSettings settings_;
  RadauOptions options_;
  std::vector<std::unique_ptr<RadauScheme>> schemes_;  // ascending in their stages
  RadauScheme* scheme_;                                // the one in use
  int level_ = 0;                                      // its place among them
  std::unique_ptr<OrderControl> order_control_;        // where there are several
  RadauPiece piece_;
  std::unique_ptr<NewtonMatrix> matrix_;
  Statistics statistics_;
  RecentSteps recent_;

  // Where the solution is.
  double t_ = 0;
  Vector y_;
  Vector ydot_;           // u̇ at the end of the last step, for the Jacobian
  double span_ = 0;       // |t_end − t_start|
  double direction_ = 1;  // of time

  // The step being tried and the one planned, both > 0.
  double h_ = 0;
  double h_planned_ = 0;
  int newton_failures_ = 0;  // of this step
  double err_ = 0;
  double rejected_err_ = 0;            // of the last try of this step that the error test refused
  double strict_increment_ = 0;        // of Newton's last iteration, with a strict error test
  bool is_first_ = true;               // no step accepted since start()
  bool was_rejected_ = false;          // an earlier try of this step failed
  bool starts_constant_ = false;       // Newton's method starts from Z = 0
  bool is_predicted_ = false;          // Z continues the last step
  bool distrusts_prediction_ = false;  // the Jacobian is to be taken at y_n
  Trouble trouble_ = Trouble::none;
  int singular_in_a_row_ = 0;
  int retries_ = 0;  // of this step
  std::string left_domain_text_, left_domain_quantity_;

  // What the factors belong to.
  bool has_jacobian_ = false;         // one that may be used
  bool jacobian_is_current_ = false;  // evaluated at (t, y) itself: none better is to be had
  double factored_h_ = 0;             // signed; 0: factors are not of this Jacobian

  // Workspace: n × s, or rows × s, with room for the largest s.
  Matrix W_, Z_, Y_, Ydot_, increment_, residual_, transformed_;
  Vector stage_times_, ydot_start_, error_, y_new_;
  Vector holding_;  // 1 for the rows of DaeInfo::holding_rows, 0 for others; empty where there are none
  std::array<double, 49> weights_{};  // of stages in a prediction
  double decay_ = 0;                  // see OrderEvidence
  int bad_row_ = -1;
};

}  // namespace pleuel
