// The linearised equations of motion in the null space of the constraints, for all shifts.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/null_space.hpp"
#include "pleuel/mechanics/formulation/formulation_rows.hpp"
#include "pleuel/mechanics/formulation/kinematic_metric.hpp"

namespace pleuel {

/// Newton's equations of a formulation that holds the position level and relaxes q̇ − H v (and
/// v̇ − a) by multipliers. With w = 1/α, up to right-hand sides:
///
///     α δq − K δq − H δv + g_qᵀδη = 0        K = ∂(Hv)/∂q
///     α δv − δa + Gᵀμ = 0                    μ only if v̇ − a is relaxed
///     M δa + D_v δv + D_q δq + D_s δs + Gᵀδλ = 0
///     g_q δq = 0,   V_q δq + G δv = 0,   A_q δq + A_v δv + G δa = 0.
///
/// η, μ and λ are eliminated against G, which does not depend on the shift. Let H⁺ = (HᵀH)⁻¹Hᵀ, and
/// let N be the orthonormal directions that H does not reach. δq = H θ + N ν. If
///
///     g_q N = 0   and   NᵀK N = 0                                               (*)
///
/// (a quaternion p: constraints depend on p/|p| only, and p ↦ ½ p∘ω is skew), then G θ = 0, hence
/// θ = w² T z with G T = 0, and ν = w NᵀK H θ. Furthermore
///
///     δv = H⁺(α − K) δq + x,     G x = −V_q δq − G H⁺(α − K) δq,               |H x| minimal
///     δa = α δv + y,             G y = −A_q δq − A_v δv − α G δv,              |y| minimal,
///
/// because x = (HᵀH)⁻¹Gᵀδη and y = Gᵀμ. x and y are products with right inverses Y_q and Y_v of G.
/// All of δq, δv, δa are polynomials in w times z, whose real coefficients are computed once per
/// linearisation. Only the matrix Tᵀ(M δa + D_v δv + D_q δq + D_s δs) of n_v − n_λ rows depends on
/// the shift. It is regular where the saddle matrix of SaddlePlan is.
///
/// All matrices are dense: for mechanisms with few degrees of freedom (`suits`).
class NullSpacePlan {
 public:
  NullSpacePlan(const MechanicalSystem& system, const FormulationRows& rows, SystemEvaluator& evaluator);

  /// True if the formulation has the rows above and the null space is the cheaper way.
  static bool suits(const SystemInfo& info, const FormulationRows& rows);

  /// Returns false if (*) does not hold: then this plan cannot be used.
  [[nodiscard]] bool linearize(SystemEvaluator& evaluator, const Motion& at);
  /// The constraint that depends on others at the last linearisation.
  const std::optional<ZeroPivot>& singular() const { return singular_; }

  const SystemInfo& info() const { return info_; }
  int n_free() const { return null_space_.n_free(); }
  int factored_size() const { return n_free(); }
  const std::vector<int>& free() const { return null_space_.free(); }
  bool is_identity() const { return metric_.is_identity(); }
  bool relaxes_v() const { return relaxes_v_; }

  /// x = H⁺ y; `work` has n_v entries.
  void to_velocities(const double* y, double* work, double* x) const;
  /// η with (HᵀH)⁻¹Gᵀη = x. x becomes HᵀH x; `work` has n_q entries.
  void to_multipliers(double* x, double* work, double* multipliers) const;
  /// Right inverses of G: G Y = I with |H Y b| and |Y b| minimal.
  const PaddedMatrix& velocity_correction() const { return Y_q_; }
  const PaddedMatrix& acceleration_correction() const { return is_identity() ? Y_q_ : Y_v_; }

  const NormDirections& norms() const { return metric_.norms(); }

  MotionMatrices m;

  /// Coefficients of w^(first + k) in the response to z.
  struct Response {
    int first = 0;
    std::vector<RowBlock> power;
  };
  Response q, v, a, eta, forces;
  const RowBlock& T() const { return null_space_.T(); }

 private:
  static double n_operations(const SystemInfo& info);
  [[nodiscard]] std::optional<ZeroPivot> find_inverses();
  void find_response();
  void correct_velocity(int power);
  void correct_acceleration(int power);

  const SystemInfo& info_;
  KinematicMetric metric_;
  bool relaxes_v_, has_eta_;
  JacobianKind jacobian_;
  int highest_;  // power of w in the response
  NullSpace null_space_;
  PaddedMatrix Y_q_, Y_v_;
  PaddedMatrix HY_;  // H times the basic right inverse
  std::optional<ZeroPivot> singular_;
  RowBlock of_q_, of_v_, of_g_;  // work space
};

}  // namespace pleuel
