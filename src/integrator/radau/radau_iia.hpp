// The implicit Runge–Kutta methods Radau IIA.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "pleuel/integrator/control/interpolation_test.hpp"
#include "pleuel/integrator/control/order_control.hpp"
#include "pleuel/integrator/newton/implicit_method.hpp"
#include "pleuel/integrator/radau/radau_dense_output.hpp"
#include "pleuel/integrator/radau/radau_scheme.hpp"

namespace pleuel {

/// Radau IIA of order 2s − 1 on E(t,y) ẏ = r(t,y), 0 = c(t,y) [HW96, IV.8; HLR89].
///
/// Stages Y_i = y_n + Z_i solve R_i := residual(t_n + c_i h, Y_i, Ẏ_i) = 0 with Ẏ_i = 1/h Σ_j
/// (A⁻¹)_ij Z_j. A StageSystem solves the linear systems of the simplified Newton iteration:
/// EigenStages, unless the options provide another one. The derivative is written as Ẏ instead of
/// A⁻¹'s product with f. This is valid for singular and state-dependent E and for more rows than
/// unknowns, where the Newton matrix defines the solution. c_s = 1, so y_{n+1} = Y_s satisfies all
/// algebraic rows.
///
/// Error estimate: (γ̂/h E − J)⁻¹ residual(t_n, y_n, u̇(t_n)) with the collocation polynomial u
/// [HW96, IV (8.19)], or with shift and weight of StageSystem::error_filter. In the first step and
/// after a rejection, an error ≥ 1 is filtered once more with y_n + err instead of y_n [HW96,
/// IV (8.20)]. It is compared with the tolerances of RadauScheme.
///
/// With a fixed step there is no error test. If Newton's method fails, the step is repeated with a
/// new Jacobian and constant starting values.
///
/// With several numbers of stages the order is variable. OrderControl selects order and step size
/// after each accepted step, and lowers the order if Newton's method fails. The next stages are
/// predicted from the last polynomial, whatever its degree.
///
/// Not suited to non-stiff problems with expensive Jacobians.
class RadauIIA final : public ImplicitMethod {
 public:
  using Options = RadauOptions;

  /// Throws InvalidInput for invalid settings or options. The Dae must outlive this object.
  RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options = {});

  int order() const override { return coefficients().order(); }

  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;
  void accept(const Trial& trial) override;
  double next_size(const Trial& trial, const Attempt& last) override;
  double shorter_size(const Trial& trial, const Attempt& last) override;
  bool can_repeat(const Trial& trial, const Attempt& last) override;

  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  std::optional<double> local_error(Vec e) const override;

  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override;

 private:
  RadauIIA(Dae& dae, const StepSettings& settings, const RadauOptions& options,
           std::unique_ptr<StageSystem> system);
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  void take_level(int level);
  const RadauCoefficients& coefficients() const { return scheme_->coefficients; }
  const StageKernels& kernels() const { return scheme_->kernels; }
  const ErrorNorm& norm() const { return scheme_->norm; }
  NewtonControl& newton() { return scheme_->newton; }
  const NewtonControl& newton() const { return scheme_->newton; }
  int stages() const { return scheme_->stages(); }
  bool is_variable() const { return schemes_.size() > 1; }
  bool is_strict() const { return settings_.scaling == IndexScaling::strict; }
  double limited(double size) const;
  std::optional<SingularMatrix> prepare_matrices();
  std::optional<SingularMatrix> factor();
  void linearize();
  void linearize_at_middle_stage();
  void predict_stages();
  Attempt solve_stages();
  void evaluate_stages();
  double solve_increments();
  double strict_increment() const;
  ConstVec increment_weights() const;
  void estimate_error(Attempt& attempt);
  double interpolation_error();
  bool is_noise(double err);
  double choose_order(double size, double err);
  void measure_decay();

  RadauOptions options_;
  std::vector<std::unique_ptr<RadauScheme>> schemes_;  // ascending in their stages
  RadauScheme* scheme_;                                // the one in use
  int level_ = 0;                                      // its index in schemes_
  std::unique_ptr<OrderControl> order_control_;        // only if there are several
  RadauDenseOutput dense_output_;
  int dense_output_level_ = 0;  // index of the scheme of the dense output
  std::unique_ptr<StageSystem> system_;

  Vector y_;
  Vector ydot_;  // u̇ at the end of the last step, for the Jacobian

  // Data of the attempted step.
  Trial trial_;
  int newton_failures_ = 0;            // in this step
  double rejected_err_ = 0;            // error of its last rejected attempt
  bool stalls_ = false;                // which a longer attempt had as well
  bool starts_constant_ = false;       // Newton's method starts from Z = 0
  bool is_predicted_ = false;          // Z continues the last step
  bool distrusts_prediction_ = false;  // take the Jacobian at y_n

  // Workspace: n × s or rows × s, allocated for the largest s.
  Matrix Z_, Y_, Ydot_, residual_;
  Vector stage_times_, ydot_start_, error_, y_new_;
  InterpolationTest interpolation_test_;
  std::array<double, 49> weights_{};  // weights of the stages in a prediction
  double decay_ = 0;                  // see RadauScheme::predicted_error
};

}  // namespace pleuel
