// Explicit and half-explicit Runge–Kutta methods with projection, for mechanisms.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/explicit/explicit_dense_output.hpp"
#include "pleuel/integrator/explicit/explicit_tableau.hpp"
#include "pleuel/integrator/explicit/stiffness_watch.hpp"
#include "pleuel/integrator/explicit/underlying_ode.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

struct ExplicitOptions {
  ControllerOptions controller = {};
  /// Stop a run that stability forces to take more steps than this; 0: never; negative: 20 million
  /// divided by the number of unknowns q, v and s.
  long most_stiff_steps = -1;
  /// Test also the accelerations, and everything at a tenth of the tolerance.
  bool is_strict = false;
  /// Remark on steps that stability limits.
  bool remarks_on_stability = true;
};

/// The unknowns of an explicit method: y = (q, v, a, λ, s). Named after its equations.
FormulationRows explicit_rows(const ExplicitTableau& tableau);

/// Explicit Runge–Kutta methods (ExplicitTableau) on the underlying ODE of a mechanism
/// (UnderlyingOde),
///
///     q̇ = H v,   M v̇ = f − Gᵀλ,   ṡ = σ,   0 = G v̇ + γ,
///
/// with x = (q, v, s) projected onto g = 0 and G v + g_t = 0 in the metric of M after each accepted
/// step [HNW93, II.5; HW96, VII.2]. The projection is shorter than the local error, so the
/// order remains.
///
/// Half-explicit methods [Mur97; AM98] instead take the accelerations of their inner stages from
/// the velocity constraint at points Q̃_i,
///
///     M V̇_i = f − Gᵀλ_i  at stage i,   G(Q̃_i) (W_i + h ã_ii V̇_i) + g_t = 0,
///
/// so that the end of the step satisfies G v + g_t = 0 without projection; q is projected.
///
/// The error test covers q, v and s; a and λ are functions of them. It precedes the projection. A
/// step whose projection exceeds the tolerance is rejected. The derivative at the end of the step
/// is kept as first stage of the next one if the projection moved x by less than a hundredth of the
/// tolerance; it is evaluated again otherwise.
///
/// A strict test (ExplicitOptions::is_strict) covers the accelerations too. Their error is that of
/// x times the growth ‖Δa‖/‖Δx‖, in units of the tolerances, between the last two stages, which
/// belong to nearby points at the end of the step. Stiff forces make it large.
///
/// Not suited to stiff systems: the step is bounded by stability, |hλ| ≤ ExplicitTableau's limits.
/// A remark reports this, and a run that would need millions of such steps is stopped.
class ExplicitRungeKutta final : public StepMethod {
 public:
  using Options = ExplicitOptions;

  /// The tableau must outlive this object.
  ExplicitRungeKutta(std::string name, const ExplicitTableau& tableau,
                     std::shared_ptr<const MechanicalSystem> system, const StepSettings& settings,
                     const ExplicitOptions& options = {});
  ExplicitRungeKutta(const ExplicitRungeKutta&) = delete;
  ExplicitRungeKutta& operator=(const ExplicitRungeKutta&) = delete;

  const DaeInfo& info() const override { return info_; }
  const std::string& name() const override { return name_; }
  int order() const override { return tableau_.order; }

  /// Reads only q, v and s from y.
  double begin(const Begin& at) override;
  [[nodiscard]] Attempt attempt(const Trial& trial) override;
  void accept(const Trial& trial) override;
  double next_size(const Trial& trial, const Attempt& last) override;
  double shorter_size(const Trial& trial, const Attempt& last) override;
  bool can_repeat(const Trial&, const Attempt&) override { return false; }

  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  std::optional<double> local_error(Vec e) const override;
  bool is_limited_by_stability() const override { return stiffness_.is_stiff(); }
  std::vector<std::string> remarks() const override;

  void forget_matrices() override;
  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override { state(*this, in); }

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream);
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  void sum_stages(const StageWeights& weights, double h, const double* from, Vector& out) const;
  void combine(const StageWeights& weights, double h, Vector& out) const {
    sum_stages(weights, h, x_.data(), out);
  }
  double weighted_square(const Vector& e) const;
  ConstVec of_state(const Vector& x) const { return {x.data(), ode_.size()}; }
  Vec of_state(Vector& x) const { return {x.data(), ode_.size()}; }
  Vec rates_of(int stage) { return {stages_.data() + stage * stages_.rows(), ode_.size()}; }
  ConstVec rates_of(int stage) const { return {stages_.data() + stage * stages_.rows(), ode_.size()}; }
  std::optional<ZeroPivot> stage(int i, const Trial& trial);
  std::optional<ZeroPivot> half_explicit_stage(int i, const Trial& trial);
  void update_weights();
  double estimate_error(const Trial& trial);
  double acceleration_growth() const;
  Attempt rejected(double error) const;
  Attempt finish(const Trial& trial, double error);
  Attempt fault(const Trial& trial, int stage, const std::optional<ZeroPivot>& zero);
  double rate_between(const Vector& x, const Vector& near, ConstVec xdot, ConstVec near_xdot) const;
  void look_for_stiffness(const Trial& trial, ConstVec xdot, ConstVec near_xdot);
  std::shared_ptr<const Failure> stiff_failure(const Trial& trial) const;
  void publish(ConstVec xdot);
  int unknown_of(int component) const;

  std::string name_;
  const ExplicitTableau& tableau_;
  std::shared_ptr<const MechanicalSystem> system_;
  DaeInfo info_;
  StepSettings settings_;
  ExplicitOptions options_;
  UnderlyingOde ode_;
  StepController controller_;
  ExplicitDenseOutput dense_output_;
  StiffnessWatch stiffness_;

  // Numbers of x are padded with zeros to whole packs, also in the stages.
  Vector rtol_, atol_, weights_;         // of x
  Vector rtol_a_, atol_a_;               // of a
  Vector x_, x_new_, place_, near_end_;  // near_end_: the last stage before the end, with c = 1
  Vector error_, second_;
  Matrix stages_;  // k by stage
  Vector lambda_, y_;
  // Of half-explicit stages: Q̃ and W.
  Vector constrained_;
  double t_end_ = 0;
  bool has_failed_start_ = false;
};

}  // namespace pleuel
