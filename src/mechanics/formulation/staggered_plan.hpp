// The multipliers of relaxed rows, apart from the equations of motion.
#pragma once

#include <optional>

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/linalg/gram_factor.hpp"
#include "pleuel/mechanics/formulation/kinematic_metric.hpp"
#include "pleuel/mechanics/formulation/saddle_plan.hpp"

namespace pleuel {

/// Newton's equations of a formulation that holds the position level and relaxes q̇ − H v (and
/// v̇ − a) by multipliers, as in NullSpacePlan. If g_q N = 0 for the directions N that H does not
/// reach, then
///
///     δv = ṽ + c,   δa = ã + α c + y,     c = (HᵀH)⁻¹Gᵀδη,   y = Gᵀμ
///
/// where q, ṽ, ã, λ and s solve the equations with position constraints only:
///
///     α δq − K δq − H ṽ = r_q,   α ṽ − ã = r_v                               K = ∂(Hv)/∂q
///     M ã + D_v ṽ + D_q δq + D_s δs + Gᵀδλ = −r_a − M (α c + y) − D_v c
///     g_q δq = −r_g,   α δs − σ_q δq − σ_v ṽ − σ_s δs = r_s + σ_v c
///
/// Their matrix is that of SaddlePlan for one constraint block, which has the size of rcd1's. The
/// further levels determine c and y, with r_G and r_γ for the right-hand sides of their rows:
///
///     G c = −r_G + α r_g + g_q r_q + (g_q K − V_q) δq
///     G y = −r_γ + α r_G + G r_v + (α V_q − A_q) δq − A_v δv
///
/// A Cholesky factor of g_q g_qᵀ = G (HᵀH)⁻¹Gᵀ gives η and c, one of G Gᵀ gives μ and y, for all
/// shifts. Motion and multipliers are coupled only by the derivatives K, V_q, A_q and A_v, which
/// are of the size of the velocities: with c and y of δq = δv = 0 at first, both are solved
/// alternately, and the errors fall by O(h |v|) per pass.
class StaggeredPlan {
 public:
  StaggeredPlan(const MechanicalSystem& system, const FormulationRows& rows, SystemEvaluator& evaluator);

  /// True if the formulation has the rows above, and factors of all levels would take more time:
  /// they have many rows, and three levels or complex shifts.
  static bool suits(const SystemInfo& info, const FormulationRows& rows, const ShiftCounts& shifts);

  /// Returns false if g_q N ≠ 0: then this plan cannot be used.
  [[nodiscard]] bool linearize(SystemEvaluator& evaluator, const Motion& at);
  /// The constraint that depends on others at the last linearisation.
  const std::optional<ZeroPivot>& singular() const { return singular_; }

  int factored_size() const { return saddle_.size(); }
  const MotionMatrices& matrices() const { return reduced_.matrices(); }
  const KinematicMetric& metric() const { return metric_; }
  const GramFactor& q_factor() const { return q_factor_; }
  const GramFactor& v_factor() const { return v_factor_ ? *v_factor_ : q_factor_; }

  const ReducedRows& reduced() const { return reduced_; }
  const SaddlePlan& saddle() const { return saddle_; }
  /// Of the equations with one constraint block.
  const RowLayout& layout() const { return layout_; }

 private:
  bool relaxes_v_;
  ReducedRows reduced_;
  RowLayout layout_;
  SaddlePlan saddle_;
  KinematicMetric metric_;
  GramFactor q_factor_;
  std::optional<GramFactor> v_factor_;  // if H ≠ I and v̇ − a is relaxed
  std::optional<ZeroPivot> singular_;
};

}  // namespace pleuel
