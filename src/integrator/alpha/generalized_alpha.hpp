// The α-methods of structural dynamics on constrained mechanical systems.
#pragma once

#include <memory>
#include <string>

#include "pleuel/integrator/alpha/alpha_dense_output.hpp"
#include "pleuel/integrator/alpha/alpha_step.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// The unknowns and indices of an α-method for one of its iterations: y = (q, v, a, λ, s), λ of
/// index 2. Named after the iteration.
FormulationRows alpha_rows(AlphaIteration iteration);

/// Newmark's, the HHT-α, the WBZ-α and the generalized-α method on
///
///     q̇ = H v,   M v̇ = f − Gᵀλ,   ṡ = σ,   0 = g
///
/// in the form of [YPR98]: the α-method on the underlying ODE v̇ = φ, with the result projected
/// onto g = 0 and G v + g_t = 0 along A⁻¹Gᵀ. Second order in q and v, and in λ if it comes from μ
/// or from index 1. High frequencies are damped by the factor ρ per step, low ones hardly. A
/// solution with stiff oscillations therefore tends to its slow motion. AlphaStep documents the
/// equations of a step and their solution.
///
/// y contains a = φ, which satisfies M a + Gᵀλ = f up to O(h²), and exactly with A = M and λ of
/// index 1. The a_n of the recursion is stored separately. At the start φ_n and λ_n follow from q,
/// v and s, and a_n = φ_n; at a restart φ_n and λ_n are corrected. A restart keeps the step size.
///
/// Error control uses the local errors C_q h³ φ̇ in q and C_v h³ φ̈ in v. φ̇ and φ̈ are difference
/// quotients, filtered by K⁻¹M (StepMatrix), so that damped stiff modes do not restrict the step. a
/// and λ are not tested. Prescribed motions have no such error. Therefore the dense output must
/// also satisfy g = 0 in the middle of the step, up to the tolerance of the largest coordinate.
///
/// With a fixed step there is no error test; tolerances only stop Newton's method.
///
/// Not suited to high accuracy (order 2), or if stiff oscillations matter (ρ < 1 damps them).
class GeneralizedAlpha final : public StepMethod {
 public:
  using Options = AlphaOptions;

  /// Throws InvalidInput for invalid settings or options.
  GeneralizedAlpha(std::shared_ptr<const MechanicalSystem> system, const StepSettings& settings,
                   const AlphaOptions& options = {});
  GeneralizedAlpha(const GeneralizedAlpha&) = delete;
  GeneralizedAlpha& operator=(const GeneralizedAlpha&) = delete;

  const DaeInfo& info() const override { return info_; }
  const std::string& name() const override { return name_; }
  int order() const override { return options_.coefficients.order(); }

  /// Reads only q, v and s from y.
  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;
  void accept(const Trial& trial) override;
  double next_size(const Trial& trial, const Attempt& last) override;
  double shorter_size(const Trial& trial, const Attempt& last) override;
  bool can_repeat(const Trial& trial, const Attempt& last) override;

  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  /// Order, stability and damping of coefficients that the user gave one by one.
  std::vector<std::string> remarks() const override;

  std::optional<UnsolvedSystem> unsolved() const override { return solver_->unsolved(); }
  void forget_matrices() override;
  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override;

  /// Number of rows of the factored Newton matrix.
  int matrix_size() const { return solver_->matrix_size(); }
  int newton_iterations() const { return solver_->iterations(); }

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  void make_solver();
  void update_weights(double size);
  double estimate_error(double size);
  double violation_between(const Trial& trial);
  void publish();
  int worst_unknown() const;
  int bad_row() const;

  const std::string name_ = "alpha";
  std::shared_ptr<const MechanicalSystem> system_;
  DaeInfo info_;
  StepSettings settings_;
  AlphaOptions options_;
  Tolerances tolerances_;
  std::unique_ptr<AlphaStep> solver_;
  StepController controller_;
  AlphaDenseOutput dense_output_;

  AlphaState state_, next_;
  AlphaWeights weights_;
  Vector y_, rates_;
  Vector phi_before_, sigma_before_;  // previous step, for second differences
  Vector first_, second_, error_q_, state_error_;
  Vector rate_new_, between_, position_;
  double last_size_ = 0;  // 0: no step since the start
  bool has_failed_start_ = false;
};

}  // namespace pleuel
